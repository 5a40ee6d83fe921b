import { minutes } from '../../platform/clock.ts'
import type { Work } from '../../platform/operation/work.ts'
import { reminderDatesEnd } from './announcements.ts'
import { type KeptReminder, lockReminders, type Turn, writeTurns } from './queries.ts'
import { nextRing, type RingRule, restOn } from './ringing.ts'

/** What is later than this is not rung any more. */
export const toleranceMs = minutes(30)

export const personOf = (row: KeptReminder): RingRule['person'] => ({
  timezone: row.person_timezone,
  dayStartMinutes: row.day_start_minutes,
})

export const ruleOf = (row: KeptReminder): RingRule => ({
  minutes: row.minutes,
  daysOfWeek: row.days_of_week,
  timezone: row.timezone ?? row.person_timezone,
  days: row.days,
  person: personOf(row),
  silenced: row.silenced,
  lastDate: row.last_date,
})

/** Whether nothing is expected of the goal on one of its dates: it is done, skipped, or rests. */
export const isQuiet = ({ silenced, days }: KeptReminder, date: string): boolean =>
  silenced.includes(date) || restOn(days, date) !== undefined

export const rings = (row: KeptReminder): boolean => row.is_enabled && row.goal_status === 'AWAKE'

/** When a reminder rings next by what it follows now. Its turn that has just come, and was not taken yet, stays. */
function rescheduled(row: KeptReminder, now: Date): Turn {
  const { id, last_date, last_outcome, last_at } = row
  const kept = { id, last_date, last_outcome, last_at }
  if (!rings(row)) return { ...kept, next_at: null, next_date: null, snoozed_until: null, snoozed_for: null }
  const rule = ruleOf(row)
  const ring = standing(row, rule, now) ?? nextRing(rule, now)
  const isQuieted = row.snoozed_for !== null && isQuiet(row, row.snoozed_for)
  return {
    ...kept,
    next_at: ring?.at ?? null,
    next_date: ring?.date ?? null,
    snoozed_until: isQuieted ? null : row.snoozed_until,
    snoozed_for: isQuieted ? null : row.snoozed_for,
  }
}

function standing({ next_at: due }: KeptReminder, rule: RingRule, now: Date) {
  if (due === null || due > now || due.getTime() <= now.getTime() - toleranceMs) return undefined
  const ring = nextRing(rule, new Date(due.getTime() - 1))
  return ring?.at.getTime() === due.getTime() ? ring : undefined
}

const sameMoment = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/** Writes the turns that some locked reminders have now, where they are others than before. @returns what rings no more. */
export async function writeRescheduled(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  rows: readonly KeptReminder[],
): Promise<KeptReminder[]> {
  const now = clock.now()
  const turns = rows.map((row) => ({ row, turn: rescheduled(row, now) }))
  const moved = turns.filter(
    ({ row, turn }) =>
      !sameMoment(row.next_at, turn.next_at) ||
      row.next_date !== turn.next_date ||
      !sameMoment(row.snoozed_until, turn.snoozed_until),
  )
  await writeTurns(
    db,
    moved.map(({ turn }) => turn),
    now,
  )
  return turns.filter(({ turn }) => turn.next_at === null).map(({ row }) => row)
}

/** Computes the next turns of some reminders anew, after what they follow has changed in this transaction. */
export const reschedule = async (
  work: Work,
  those: Parameters<typeof lockReminders>[1],
): Promise<KeptReminder[]> => writeRescheduled(work, await lockReminders(work.db, those))

/** Asks for more dates for those that ring no more because their goal's list of dates is at its end. */
export async function askForDates(work: Work, ended: readonly KeptReminder[]): Promise<void> {
  const goalIds = new Set(
    ended
      .filter((row) => rings(row) && row.days.dates !== null && row.days_of_week === null)
      .map((row) => row.goal_id),
  )
  if (goalIds.size > 0) await work.announce(reminderDatesEnd, { goalIds: [...goalIds] })
}
