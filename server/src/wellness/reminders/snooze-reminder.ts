import { Type } from 'typebox'
import { hours, minutes } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { noSuchReminder, reminderSilent } from './problems.ts'
import { type KeptReminder, lockReminders, writeTurns } from './queries.ts'
import { goalDateAt } from './ringing.ts'
import { isQuiet, personOf, rings } from './scheduling.ts'
import { presentReminder, Reminder } from './shapes.ts'

/** What rang less long ago is what is snoozed, though another day may have begun. */
const ringingForMs = hours(12)

export const snoozeReminder = operation({
  source: 'added here: once more, on top of its next turn',
  method: 'POST',
  path: '/notification/reminder/{reminderId}/snooze',
  summary: 'Have one of your reminders ring once more in some minutes',
  access: user,
  params: Type.Object({ reminderId: Id }),
  body: Type.Object({ minutes: Integer(5, 180) }),
  replies: { 200: { message: 'Reminder snoozed', data: Reminder } },
  problems: [noSuchReminder, reminderSilent],

  async handle({ params, body, caller, db, clock }) {
    const now = clock.now()
    const [row] = await lockReminders(db, { id: params.reminderId, userId: caller.id })
    if (!row || row.goal_status === 'CANCELLED') throw noSuchReminder()
    const snoozed_for = dateOf(row, now)
    if (!rings(row) || isQuiet(row, snoozed_for)) throw reminderSilent()
    const snoozed = { ...row, snoozed_until: new Date(now.getTime() + minutes(body.minutes)), snoozed_for }
    await writeTurns(db, [snoozed], now)
    return presentReminder(snoozed)
  },
})

function dateOf(row: KeptReminder, now: Date): string {
  const { last_at: rangAt } = row
  const isRinging = rangAt !== null && rangAt.getTime() > now.getTime() - ringingForMs
  return goalDateAt(isRinging ? rangAt : now, personOf(row))
}
