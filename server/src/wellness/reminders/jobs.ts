import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id, Nullable } from '../../platform/operation/schema.ts'
import { type Notice, notify } from '../notifications/public.ts'
import {
  anyDue,
  type KeptReminder,
  keepZoneRules,
  lockComing,
  lockDue,
  type Turn,
  writeTurns,
} from './queries.ts'
import { nextRing } from './ringing.ts'
import { askForDates, ruleOf, toleranceMs, writeRescheduled } from './scheduling.ts'
import { sentenceOf } from './shapes.ts'

const portion = 1000

/** By which rules of time zones this process computes. */
const zoneRules = process.versions.tz ?? ''

/** Rings what is due, a portion in one transaction, and queues itself while there is more. */
export const ringReminders = job({
  name: 'wellness.ring-reminders',
  due: (now) => anyDue(now, zoneRules),
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const { db, clock } = work
    const now = clock.now()
    if (await keepZoneRules(db, zoneRules, now)) await work.enqueue(recomputeReminders, { after: null })
    const due = await lockDue(db, now, portion)
    const turns = due.map((row) => ({ row, ...turnOf(row, now) }))
    await writeTurns(
      db,
      turns.map(({ turn }) => turn),
      now,
    )
    await notify(
      work,
      turns.flatMap(({ notice }) => notice ?? []),
    )
    await askForDates(
      work,
      turns.filter(({ turn }) => turn.next_at === null).map(({ row }) => row),
    )
    if (due.length === portion) await work.enqueue(ringReminders, {})
  },
})

/** What becomes of a reminder that is due, and what is told. */
function turnOf(row: KeptReminder, now: Date): { turn: Turn; notice: Notice | undefined } {
  const isLate = (at: Date) => at.getTime() < now.getTime() - toleranceMs
  const ring = row.next_at !== null && row.next_at <= now ? row.next_at : null
  const again = row.snoozed_until !== null && row.snoozed_until <= now ? row.snoozed_until : null
  const sound = [ring, again].find((at) => at !== null && !isLate(at))
  const last = ring
    ? ({
        last_date: row.next_date,
        last_outcome: isLate(ring) ? 'MISSED_WINDOW' : row.is_reached ? 'RANG' : 'SILENT',
        last_at: ring,
      } as const)
    : { last_date: row.last_date, last_outcome: row.last_outcome, last_at: row.last_at }
  const next = ring
    ? nextRing({ ...ruleOf(row), lastDate: last.last_date }, now)
    : row.next_at && { at: row.next_at, date: row.next_date }
  const turn: Turn = {
    id: row.id,
    ...last,
    next_at: next?.at ?? null,
    next_date: next?.date ?? null,
    snoozed_until: again ? null : row.snoozed_until,
    snoozed_for: again ? null : row.snoozed_for,
  }
  return { turn, notice: sound && row.is_reached ? noticeOf(row, sound === ring, sound, now) : undefined }
}

const staysForMs = hours(24)

const noticeOf = (row: KeptReminder, isTurn: boolean, at: Date, now: Date): Notice => ({
  userId: row.user_id,
  category: 'REMINDER',
  title: row.title,
  message: sentenceOf(row),
  // A date has one ring, whatever became of clocks; a snooze is one more.
  sourceEvent: `reminder:${row.id}:${isTurn ? row.next_date : at.toISOString()}`,
  link: `goals/${row.goal_id}?reminder=${row.id}`,
  expiresAt: new Date(now.getTime() + staysForMs),
  about: row.goal_id,
  ignoresQuietHours: true,
})

/** Computes by newer rules of time zones when reminders ring that are still to come. */
export const recomputeReminders = job({
  name: 'wellness.recompute-reminders',
  /** After which reminder it goes on; null for all. */
  data: Type.Object({ after: Nullable(Id) }),
  runs: 'write',
  async handle(work, { after }) {
    const coming = await lockComing(work.db, after, work.clock.now(), portion)
    await writeRescheduled(work, coming)
    const last = coming.at(-1)
    if (last && coming.length === portion) await work.enqueue(recomputeReminders, { after: last.id })
  },
})
