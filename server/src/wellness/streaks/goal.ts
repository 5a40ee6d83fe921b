import type { Stay } from '../accounts/public.ts'
import type { WeekStart } from '../days/public.ts'
import type { Schedule } from './schedule.ts'

/** What somebody set out to do from a date on, until the next revision begins. */
export interface Revision {
  /** The first date that it may be judged by; between days and periods it begins with the next whole period. */
  effectiveFrom: string
  direction: 'BUILD' | 'QUIT'
  metric: 'CHECK' | 'COUNT' | 'MINUTES' | 'VALUE'
  /**
   * How much: at least (BUILD) or at most (QUIT). Null for CHECK. It is of a day; of the whole week or
   * month where the schedule has periods, the metric is COUNT or MINUTES, and `timesPerPeriod` is not said.
   */
  target: number | null
  schedule: Schedule
  freezeEnabled: boolean
  /** Of the person at that time: a week that was judged does not move with a later wish. */
  weekStart: WeekStart
}

/** What was noted for a date. A date without a mark is one with nothing done. */
export interface Mark {
  date: string
  /** BUILD goes by it. QUIT is judged by `value` when the day closes: none is 0, but for VALUE. */
  status: 'COMPLETED' | 'SKIPPED' | 'PENDING'
  value: number | null
  /** Weights of the sub-goals that are done, and of all. */
  subGoals?: { done: number; all: number } | undefined
}

/** Dates, both inclusive; without `to` it goes on. */
export interface Span {
  from: string
  to: string | null
}

export interface GoalLedger {
  /** Ascending by `effectiveFrom`, at least one; the first begins the goal. Of two with one date the later holds. */
  revisions: readonly Revision[]
  /** Ascending by date, one each. To go on from a kept state, those after its `through` are enough. */
  marks: readonly Mark[]
  /** Vacations and pauses of the goal. */
  pauses: readonly Span[]
  /** While the account was suspended. */
  suspended: readonly Span[]
  /** The last date of the goal's life: its end date, or when it was completed, put away or deleted. */
  until: string | null
  /** Zone history, ascending, at least one; the last is where they are. Those since two days before `through` are enough to go on. */
  stays: readonly Stay[]
  now: Date
}

export type Outcome = 'SATISFIED' | 'EXCUSED' | 'PAUSED' | 'REST' | 'SKIPPED' | 'FROZEN' | 'MISSED' | 'OPEN'

/** Why a unit came out as it did. */
export type Because =
  /** SATISFIED: done, or for QUIT kept to. */
  | 'DONE'
  /** OPEN: it is not over yet. */
  | 'NOT_OVER'
  /** MISSED: over and not done. */
  | 'NOT_DONE'
  /** MISSED: skipped, after two of the last seven. */
  | 'TOO_MANY_SKIPS'
  /** MISSED: QUIT, over the limit. */
  | 'OVER_LIMIT'
  /** FROZEN: one of the freezes was used. */
  | 'FREEZE_USED'
  /** EXCUSED: less than half a day long, by a flight. */
  | 'TRAVEL'
  /** EXCUSED: the account was suspended. */
  | 'SUSPENDED'
  /** PAUSED */
  | 'PAUSE'
  /** REST */
  | 'REST_DAY'
  /** SKIPPED */
  | 'SKIP'
  /** A week or month of which no day was available. */
  | 'NO_DAY_LEFT'

/** A due date, or a week or month, and the streak after it. */
export interface Unit {
  from: string
  to: string
  outcome: Outcome
  because: Because
  /** Of a week or month: days done (or the sum, where the target is of the period), and how much was asked for. */
  done: number
  required: number
  /** Running sums, this unit included. */
  current: number
  best: number
  tokens: number
}

/** A unit that says also when it closed, and where. Both are null while it is open. */
export interface ExplainedUnit extends Unit {
  closedAt: Date | null
  timezone: string | null
}

/**
 * Where a fold may go on: after a date before which nothing can change any more. As JSON in a column.
 * It holds as long as the revisions, pauses, suspensions and end it was folded with do, and the marks to
 * `through`; whoever changes those folds from the start.
 */
export interface FoldState {
  /** The last date that is part of it. */
  through: string
  current: number
  best: number
  tokens: number
  /** Whether the last six units were skipped, as bits; the lowest is the last. */
  skips: number
  /** Whether judged units were satisfied, as bits, and how many there are, up to thirty. */
  judged: number
  judgedCount: number
  strength: number
  /** Values that the rolling sum may still need: days since 1970, and amounts. */
  recent: readonly (readonly [number, number])[]
}

export interface Folded {
  /** From the start, or from the kept state on; ascending. */
  units: readonly Unit[]
  current: number
  best: number
  /** Freezes left, 0 to 2. */
  tokens: number
  /** 0 to 100 */
  strength: number
  /** 0 to 1; null before anything was judged. */
  consistency30: number | null
  /** To go on from next time. Undefined where nothing is old enough yet. */
  kept: FoldState | undefined
}
