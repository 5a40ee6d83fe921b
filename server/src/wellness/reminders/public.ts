import type { Db } from '../../platform/db/database.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { RingingDays } from './ringing.ts'
import type { Reminder, ReminderInput } from './shapes.ts'

export { reminderDatesEnd } from './announcements.ts'
export { tooManyReminders } from './problems.ts'
export type { RingingDays } from './ringing.ts'
export { Reminder, ReminderInput, ReminderInputs } from './shapes.ts'

/** What reminders follow of their goal. */
export interface RemindedGoal {
  id: string
  userId: string
  title: string
  days: RingingDays
  /** Whether it is one that reminds: neither paused nor over. */
  isAwake: boolean
  /** Those of its dates, from yesterday on, that are done or skipped. */
  silenced: readonly string[]
}

/**
 * Makes the reminders of a goal these: those with a known id change, those left out go. Repeated, it changes nothing.
 * @param path where they stand in the request, for naming a field.
 * @throws TOO_MANY_REMINDERS, or VALIDATION_FAILED for a zone that does not exist or is missing, or an id of another goal.
 */
export function replaceReminders(
  _work: Work,
  _goal: RemindedGoal,
  _reminders: readonly ReminderInput[],
  _path = 'body.reminders',
): Promise<void> {
  throw new Error('in the making')
}

/** Has the reminders of a goal, if it has any, follow what it is now. */
export function followGoal(_work: Work, _goal: RemindedGoal): Promise<void> {
  throw new Error('in the making')
}

/** The reminders of some goals by goal, earliest time first. One statement. */
export function selectReminders(
  _db: Db,
  _goalIds: readonly string[],
): Promise<ReadonlyMap<string, Reminder[]>> {
  throw new Error('in the making')
}

/** Nothing rings for a goal on one of its (logical) dates: it is done or skipped. */
export function silence(_work: Work, _goalId: string, _date: string): Promise<void> {
  throw new Error('in the making')
}

/** What is still to come on that date rings again. */
export function unsilence(_work: Work, _goalId: string, _date: string): Promise<void> {
  throw new Error('in the making')
}

/** Lets the reminders of some goals rest. */
export function pauseReminders(_work: Work, _goalIds: readonly string[]): Promise<void> {
  throw new Error('in the making')
}

/** Lets reminders ring again that were paused or cancelled. */
export function resumeReminders(_work: Work, _goalIds: readonly string[]): Promise<void> {
  throw new Error('in the making')
}

/** Of goals that ended or were deleted: nothing rings or counts any more, and is kept for `resumeReminders`. */
export function cancelReminders(_work: Work, _goalIds: readonly string[]): Promise<void> {
  throw new Error('in the making')
}

/** Of goals that are removed for good. */
export function forgetReminders(_work: Work, _goalIds: readonly string[]): Promise<void> {
  throw new Error('in the making')
}

/** Of somebody's reminders the one that rings next. */
export function nextReminder(_db: Db, _userId: string): Promise<Reminder | null> {
  throw new Error('in the making')
}
