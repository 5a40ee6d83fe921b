export { explain, foldGoal, settledOn } from './fold.ts'
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
  type Comparison,
  compare,
  dateUnder,
  type Rules,
  staysUnder,
} from './replay.ts'
export {
  checkSchedule,
  dueDates,
  type Frequency,
  frequencies,
  isPeriodic,
  nextDueDate,
  type Schedule,
} from './schedule.ts'
export { suspendedSpans } from './suspended.ts'
