export { explain, foldGoal } from './fold.ts'
export type {
  Because,
  ExplainedUnit,
  Folded,
  FoldState,
  GoalLedger,
  Mark,
  Outcome,
  Revision,
  Span,
  Unit,
} from './goal.ts'
export { dayPercent, isDone, shareDone, valueProgress } from './progress.ts'
export {
  checkSchedule,
  dueDates,
  type Frequency,
  frequencies,
  isPeriodic,
  nextDueDate,
  type Schedule,
} from './schedule.ts'
