import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { timeZoneOf } from '../../platform/operation/instant.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { minutesOf } from '../../platform/wall-time.ts'
import { remindersKept, remindersOfGoal } from '../limits.ts'
import { takeBackPushes } from '../notifications/public.ts'
import { tooManyReminders } from './problems.ts'
import {
  cancelGoals,
  countCancelled,
  countOthers,
  deleteGoals,
  type GoalChange,
  lockReminders,
  lockRemindersOf,
  type ReminderChange,
  replaceOf,
  selectNext,
  selectOfGoals,
  setSilenced,
  updateGoal,
  upsertGoal,
} from './queries.ts'
import type { RingingDays } from './ringing.ts'
import { reschedule } from './scheduling.ts'
import {
  type NextReminder,
  presentNext,
  presentReminder,
  type Reminder,
  type ReminderInput,
} from './shapes.ts'

export { reminderDatesEnd } from './announcements.ts'
export { tooManyReminders } from './problems.ts'
export type { RingingDays } from './ringing.ts'
export { NewReminderInputs, NextReminder, Reminder, ReminderInput, ReminderInputs } from './shapes.ts'

/** What reminders follow of their goal. */
export interface RemindedGoal {
  id: string
  userId: string
  title: string
  days: RingingDays
  /** How it stands: when it rests is in `days`; of one that is over nothing rings, or counts. */
  state: 'ACTIVE' | 'RESTING' | 'OVER'
  /** Those of its dates, of late and to come, on which nothing is expected any more: done, skipped, or of a week that has enough. Ascending. */
  silenced: readonly string[]
}

const changeOf = ({ state, ...goal }: RemindedGoal): GoalChange => ({
  ...goal,
  status: state === 'OVER' ? 'CANCELLED' : 'AWAKE',
})

/**
 * Makes the reminders of a goal these: those with a known id change, those left out go. Repeated, it changes nothing.
 * @param path where they stand in the request, for naming a field.
 * @throws TOO_MANY_REMINDERS, or VALIDATION_FAILED for a zone that does not exist or is missing, or an id of another goal.
 */
export async function replaceReminders(
  work: Work,
  goal: RemindedGoal,
  reminders: readonly ReminderInput[],
  path = 'body.reminders',
): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const most = configured(work.services, remindersOfGoal)
  if (reminders.length > most) throw invalidField(path, 'maxItems', `must not have more than ${most} items`)
  await lockRemindersOf(db, goal.userId)
  const known = await lockReminders(db, { goalIds: [goal.id] })
  if (reminders.length === 0) return deleteGoals(db, [goal.id])
  const knownIds = new Set(known.map(({ id }) => id))
  const changes = reminders.map((reminder, index) => changeIn(reminder, knownIds, `${path}.${index}`))
  if (!(await hasRoom(work, goal, changes.length))) throw tooManyReminders()
  await upsertGoal(db, changeOf(goal), now)
  await replaceOf(db, goal, changes, now)
  await reschedule(work, { goalIds: [goal.id] })
}

/** Whether somebody can have so many reminders of a goal beside those of their others. They are locked. */
const hasRoom = async (
  { db, services }: Pick<Work, 'db' | 'services'>,
  { id, userId }: Pick<RemindedGoal, 'id' | 'userId'>,
  count: number,
): Promise<boolean> => (await countOthers(db, userId, id)) + count <= configured(services, remindersKept)

/** Whether the reminders of a goal can count again; true of those that do. */
async function canReturn(work: Work, { id, userId }: Pick<RemindedGoal, 'id' | 'userId'>): Promise<boolean> {
  const count = await countCancelled(work.db, id)
  if (count === 0) return true
  await lockRemindersOf(work.db, userId)
  return hasRoom(work, { id, userId }, count)
}

/** Of a goal that its owner has back. @throws TOO_MANY_REMINDERS where there is no room for those that it had. */
export async function checkRoomToReturn(
  work: Work,
  goal: Pick<RemindedGoal, 'id' | 'userId'>,
): Promise<void> {
  if (!(await canReturn(work, goal))) throw tooManyReminders()
}

/** Each known id is taken once. */
function changeIn(reminder: ReminderInput, knownIds: Set<string>, path: string): ReminderChange {
  const { id, time, daysOfWeek = null, message = null, enabled = true } = reminder
  if (id !== undefined && !knownIds.delete(id))
    throw invalidField(`${path}.id`, 'unknown', 'is no reminder of this goal, or is there twice')
  return {
    id: id ?? newId(),
    minutes: minutesOf(time),
    daysOfWeek: daysOfWeek && [...new Set(daysOfWeek)].sort(),
    message,
    isEnabled: enabled,
    timezone: fixedZone(reminder, path),
  }
}

function fixedZone({ zoneMode = 'FLOATING', timeZone }: ReminderInput, path: string): string | null {
  if (zoneMode === 'FLOATING') return null
  const zone = timeZone ? timeZoneOf(timeZone) : undefined
  if (zone === undefined)
    throw timeZone
      ? invalidField(`${path}.timeZone`, 'time-zone', 'is not a time zone of the IANA list')
      : invalidField(`${path}.timeZone`, 'required', 'is required by FIXED')
  return zone
}

/**
 * Has the reminders of a goal, if it has any, follow what it is now. Of one that is no longer over, because a mark was
 * taken back, they stay cancelled where there is no room.
 */
export async function followGoal(work: Work, goal: RemindedGoal): Promise<void> {
  if (!(await canReturn(work, goal))) return
  if (!(await updateGoal(work.db, changeOf(goal), work.clock.now()))) return
  await reschedule(work, { goalIds: [goal.id] })
  if (goal.state === 'RESTING') await takeBackPushes(work, [goal.id])
}

/** The reminders of some goals by goal, earliest time first. One statement. */
export async function selectReminders(
  db: Db,
  goalIds: readonly string[],
): Promise<ReadonlyMap<string, Reminder[]>> {
  const rows = await selectOfGoals(db, goalIds)
  return Map.groupBy(rows.map(presentReminder), ({ goalId }) => goalId)
}

/** Nothing rings for a goal on these of its (logical) dates, and on others it does. */
export async function quieten(work: Work, goalId: string, dates: readonly string[]): Promise<void> {
  const before = await setSilenced(work.db, goalId, dates, work.clock.now())
  if (!before) return
  await reschedule(work, { goalIds: [goalId] })
  if (dates.some((date) => !before.includes(date))) await takeBackPushes(work, [goalId])
}

/** Of goals that ended or were deleted: nothing rings or counts any more, and is kept for `followGoal`. */
export async function cancelReminders(work: Work, goalIds: readonly string[]): Promise<void> {
  const cancelled = await cancelGoals(work.db, goalIds, work.clock.now())
  if (cancelled.length === 0) return
  await reschedule(work, { goalIds: cancelled })
  // Only now: this waited for those that are just ringing.
  await takeBackPushes(work, cancelled)
}

/** Of goals that are removed for good. */
export async function forgetReminders(work: Work, goalIds: readonly string[]): Promise<void> {
  await deleteGoals(work.db, goalIds)
  await takeBackPushes(work, goalIds)
}

/** Of somebody's reminders the one that rings next. */
export async function nextReminder(db: Db, userId: string): Promise<NextReminder | null> {
  const row = await selectNext(db, userId)
  return row ? presentNext(row) : null
}

/** The clock on somebody's wall shows another time than before: what rings by it rings by that. */
export async function followClock(work: Work, { userId }: { userId: string }): Promise<void> {
  await reschedule(work, { userId })
}
