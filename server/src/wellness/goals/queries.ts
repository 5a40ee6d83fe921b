import { type RawBuilder, sql } from 'kysely'
import { type Db, isOneOf } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { directions, frequencies, metrics } from './input-shapes.ts'

export type Direction = (typeof directions)[number]
export type Metric = (typeof metrics)[number]
export type Frequency = (typeof frequencies)[number]
/** What is stored; `statusOn` makes of it how a goal stands on a date. */
export type KeptStatus = 'ACTIVE' | 'COMPLETED' | 'ARCHIVED'
export type Achievement = 'ACHIEVED' | 'NOT_ACHIEVED' | 'SUSTAINING'
export type MarkStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'SKIPPED'

/** A schedule as it was said, and as it is shown. */
export interface ScheduleSaid {
  frequency: Frequency
  daysOfWeek: number[] | null
  timesPerPeriod: number | null
  interval: number | null
  rrule: string | null
  restDays: number[]
}

export interface RevisionRow {
  effective_from: string
  direction: Direction
  metric: Metric
  target_value: number | null
  unit: string | null
  schedule: ScheduleSaid
}

export interface SubGoalRow {
  id: string
  title: string
  target_value: number | null
  unit: string | null
  weight: number
  position: number
}

export interface PauseRow {
  from_date: string
  to_date: string | null
  vacation_id: string | null
}

export interface MarkRow {
  date: string
  status: MarkStatus
  value: number | null
  from_sessions: number
  sub_goals_done: string[]
  note: string | null
  done_at: string | null
  is_backfilled: boolean
}

export interface GoalRow {
  id: string
  user_id: string
  version: number
  title: string
  description: string | null
  icon: string | null
  color: string | null
  category_id: string | null
  sub_category_id: string | null
  exercise_id: string | null
  status: KeptStatus
  achievement: Achievement | null
  freeze_enabled: boolean
  start_date: string
  end_date: string | null
  position: number
  baseline: number | null
  latest_value: number | null
  latest_value_on: string | null
  streak: number
  best_streak: number
  freezes: number
  strength: number
  consistency: number | null
  kept: unknown
  kept_before: string | null
  completed_on: string | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  revisions: RevisionRow[]
  sub_goals: SubGoalRow[]
  pauses: PauseRow[]
  /** The dates that were touched, from where the kept fold goes on, or from earlier where that was asked for. */
  marks: MarkRow[]
}
