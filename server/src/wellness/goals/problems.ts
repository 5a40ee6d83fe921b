import { atField, problem } from '../../platform/operation/problem.ts'

export const noSuchGoal = problem(404, 'NO_SUCH_GOAL', 'There is no such goal.')
/** A goal of the body that is not there. */
export const noGoalAt = (path: string) => noSuchGoal(atField(path, 'exists', 'is no goal of yours'))
export const noSuchDailyGoal = problem(404, 'NO_SUCH_DAILY_GOAL', 'There is no such day of a goal.')
export const noSuchUser = problem(404, 'NO_SUCH_USER', 'There is no such user.')
export const noSuchItem = problem(404, 'NO_SUCH_ITEM', 'There is no such exercise or category.')
/** An id of the body that names nothing to practise. */
export const noItemAt = (name: string) =>
  noSuchItem(atField(`body.${name}`, 'exists', 'names nothing there is'))
export const catalogMismatch = problem(
  400,
  'CATALOG_MISMATCH',
  'The exercise, sub-category and category do not belong together.',
)
export const mismatchAt = (name: string) =>
  catalogMismatch(atField(`body.${name}`, 'ancestor', 'is not where the rest belongs'))
export const targetRequired = problem(
  400,
  'TARGET_REQUIRED',
  'A goal that is counted or measured needs a target.',
  atField('body.target', 'required', 'is required unless the goal is only checked off'),
)
export const goalLimit = problem(
  409,
  'GOAL_LIMIT',
  'You have as many goals as there can be. Archive or delete one that you no longer need.',
)
export const versionConflict = problem(
  409,
  'VERSION_CONFLICT',
  'This goal changed since you read it. Read it again.',
  atField('body.version', 'stale', 'is not the goal as it stands now'),
)
export const invalidTransition = problem(
  409,
  'INVALID_TRANSITION',
  'The goal cannot go there from how it stands now.',
)
export const notDue = problem(400, 'NOT_DUE', 'The goal is not due on that day.')
export const dayLocked = problem(
  409,
  'DAY_LOCKED',
  'Only today and the days of the week before can be marked.',
)
export const goalPaused = problem(409, 'GOAL_PAUSED', 'The goal is paused on that day. Resume it first.')
export const noSuchPause = problem(404, 'NO_SUCH_PAUSE', 'Nothing is paused by a time off.')
export const timeOffLimit = problem(
  409,
  'TIME_OFF_LIMIT',
  'You have as many times off as there can be in a year. Cancel one that is still to come.',
)
export const tooManyChanges = problem(
  409,
  'TOO_MANY_CHANGES',
  'As many changes of this goal are planned as there can be. One that holds earlier replaces those after it.',
)
export const badSchedule = problem(400, 'BAD_SCHEDULE', 'Nobody could keep this schedule.')
export const rruleUnsupported = problem(
  400,
  'RRULE_UNSUPPORTED',
  'This rule is not one of those that goals can follow.',
)
/** Of a day that was marked without a network. */
export const markRequestReused = problem(
  400,
  'REQUESTID_REUSED',
  'This requestid was used for something else.',
  atField('headers.requestid', 'unique', 'was used for something else'),
)
