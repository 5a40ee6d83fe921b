export { explain, foldGoal, settledOn } from './fold.ts'
export type {
  Because,
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
  dueDays,
  type Frequency,
  frequencies,
  isPeriodic,
  nextDueDate,
  type Schedule,
} from './schedule.ts'
export { type Segment, segmentsOf } from './segments.ts'
export { ExplainedUnit, presentUnit } from './shapes.ts'
export { suspendedSpans } from './suspended.ts'
