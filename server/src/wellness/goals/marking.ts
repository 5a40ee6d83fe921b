import type { Static } from 'typebox'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { quieten } from '../reminders/public.ts'
import {
  type Course,
  courseOf,
  type Day,
  isOfPeriod,
  revisionRowOn,
  type Viewpoint,
  valueShare,
} from './course.ts'
import type { Ask, Current } from './input-shapes.ts'
import { keepCourse, keepFolded, type Owner, quietDates } from './kept-course.ts'
import { tellCompleted } from './notices.ts'
import { checkUnit, rounded } from './planning.ts'
import {
  type GoalRow,
  keepLatestValue,
  type MarkRow,
  type MarkStatus,
  type NewMark,
  type RevisionRow,
  type SubGoalRow,
  selectGoal,
  settleGoal,
  upsertMark,
} from './queries.ts'
import { insertSaid } from './said-queries.ts'

/** Marks a day of a locked goal as somebody says, and folds the goal. */
export async function markDay(
  work: Work,
  owner: Owner,
  view: Viewpoint,
  { goal, day, ask }: { goal: GoalRow; day: Day; ask: Ask },
): Promise<Course> {
  checkAsk(day, ask)
  const mark = markSaid(day, goal.sub_goals, ask, view)
  const said = { goalId: goal.id, date: day.date, userId: owner.id, saidAt: view.now, ask, request: null }
  work.pipeline(insertSaid(work.db, said))
  return writeMark(work, owner, view, goal, day, mark)
}

/** Refuses what is said of another day, or in another unit. */
export function checkAsk({ date, revision }: Day, { current }: Ask): void {
  if (current?.date !== undefined && current.date !== date)
    throw invalidField('body.current.date', 'same', 'is not the date of this day')
  if (current) checkUnit(current, revision.unit)
}

/** Writes the mark of a day, and what follows from it. */
export async function writeMark(
  work: Work,
  owner: Owner,
  view: Viewpoint,
  goal: GoalRow,
  day: Day,
  mark: NewMark,
): Promise<Course> {
  const { db, clock } = work
  work.pipeline(upsertMark(db, { goalId: goal.id, userId: owner.id }, mark, clock.now()))
  const isOfValue = day.revision.metric === 'VALUE'
  // The goal ends, or goes on, with its value.
  const isWhole = isOfValue && (await settleByValue(work, owner, view, goal))
  const course = isOfValue
    ? await keepCourse(work, owner, view, { goalId: goal.id, isWhole })
    : await keepFolded(work, owner, courseOf(withMark(goal, mark), view))
  await quieten(work, goal.id, quietDates(course))
  return course
}

/** The goal as it is read once a mark of an open day is written. */
const withMark = (goal: GoalRow, mark: NewMark): GoalRow => ({
  ...goal,
  marks: [...goal.marks.filter(({ date }) => date !== mark.date), rowOf(mark)].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  ),
})

export const rowOf = (mark: NewMark): MarkRow => ({
  date: mark.date,
  status: mark.status,
  value: mark.value,
  from_sessions: mark.fromSessions,
  sub_goals_done: [...mark.subGoalsDone],
  note: mark.note,
  done_at: mark.doneAt?.toISOString() ?? null,
  is_backfilled: mark.isBackfilled,
})

/** The mark of a day after what somebody says of it. Said twice, it is the same, but for what is added. */
export function markSaid(
  { date, revision, mark, unit }: Day,
  subGoals: readonly SubGoalRow[],
  { status, current, subGoals: ticks = [], note }: Ask,
  { now, today }: Viewpoint,
): NewMark {
  const done = tick(mark?.sub_goals_done ?? [], subGoals, ticks)
  const before = { value: mark?.value ?? null, status: mark?.status ?? 'PENDING' }
  const value = current ? valueSaid(before.value, current) : before.value
  const isTicked = ticks.length > 0 && subGoals.length > 0
  const areAllDone = done.length === subGoals.length
  const followed: MarkStatus = current
    ? statusOfValue(revision, value, { mark, unit })
    : isTicked
      ? areAllDone
        ? 'COMPLETED'
        : done.length > 0
          ? 'IN_PROGRESS'
          : 'PENDING'
      : before.status
  const said = sayStatus(status, { revision, value, followed, subGoals, done, mark, unit })
  const isDone = said.status === 'COMPLETED'
  const wasDone = before.status === 'COMPLETED'
  return {
    date,
    ...said,
    fromSessions: mark?.from_sessions ?? 0,
    note: (note === undefined ? (current?.note ?? mark?.note) : note) ?? null,
    doneAt: isDone ? (wasDone && mark?.done_at ? new Date(mark.done_at) : now) : null,
    isBackfilled: isDone && (wasDone ? (mark?.is_backfilled ?? false) : date < today),
  }
}

const valueSaid = (before: number | null, { value, mode }: Static<typeof Current>): number =>
  rounded(mode === 'ADD' ? (before ?? 0) + value : value)

/** @throws VALIDATION_FAILED for a sub-goal that the goal does not have */
function tick(
  before: readonly string[],
  subGoals: readonly SubGoalRow[],
  ticks: NonNullable<Ask['subGoals']>,
): string[] {
  const done = new Set(before)
  for (const [index, { id, isCompleted }] of ticks.entries()) {
    if (!subGoals.some((one) => one.id === id))
      throw invalidField(`body.subGoals.${index}.id`, 'exists', 'is not a sub-goal of this goal')
    if (isCompleted) done.add(id)
    else done.delete(id)
  }
  return subGoals.map(({ id }) => id).filter((id) => done.has(id))
}

type Counted = Pick<Day, 'mark' | 'unit'>

/** How far a value brings a day. What is quit stands as said until it is over its limit. */
export function statusOfValue(revision: RevisionRow, value: number | null, counted: Counted): MarkStatus {
  if (value === null) return 'PENDING'
  if (revision.direction === 'QUIT') return 'PENDING'
  if (revision.metric === 'VALUE') return 'COMPLETED'
  if (value <= 0) return 'PENDING'
  return value >= wanted(revision, counted) ? 'COMPLETED' : 'IN_PROGRESS'
}

/** How much a day takes to be done: the target, or what its week or month still lacks without it. */
function wanted(revision: RevisionRow, { mark, unit }: Counted): number {
  const target = revision.target_value ?? 1
  if (!isOfPeriod(revision) || !unit) return target
  return Math.max(0, rounded(unit.required - (unit.done - (mark?.value ?? 0))))
}

function sayStatus(
  status: Ask['status'],
  after: {
    revision: RevisionRow
    value: number | null
    followed: MarkStatus
    subGoals: readonly SubGoalRow[]
    done: readonly string[]
  } & Counted,
): Pick<NewMark, 'status' | 'value' | 'subGoalsDone'> {
  const { revision, value, followed, subGoals, done } = after
  const isQuit = revision.direction === 'QUIT'
  const all = subGoals.map(({ id }) => id)
  if (status === undefined)
    return { status: followed, value, subGoalsDone: followed === 'COMPLETED' && all.length > 0 ? all : done }
  if (status === 'SKIPPED') return { status, value, subGoalsDone: done }
  if (status === 'PENDING') {
    // Undone is not the same as nothing said where a value stands for itself.
    const nothing = isQuit || revision.metric === 'VALUE' || value === null ? null : 0
    return { status, value: nothing, subGoalsDone: [] }
  }
  if (isQuit) return { status, value: Math.min(value ?? 0, revision.target_value ?? 0), subGoalsDone: all }
  const isCounted = revision.metric === 'COUNT' || revision.metric === 'MINUTES'
  return {
    status,
    value: isCounted ? Math.max(value ?? 0, wanted(revision, after)) : value,
    subGoalsDone: all,
  }
}

/**
 * A goal that brings a value somewhere is completed by arriving there, and goes on when that is taken back.
 * @returns whether it did either
 */
async function settleByValue(
  work: Work,
  owner: Owner,
  { today }: Viewpoint,
  { id }: GoalRow,
): Promise<boolean> {
  await keepLatestValue(work.db, id)
  const goal = await selectGoal(work.db, { id, userId: owner.id, today })
  if (!goal) return false
  const isThere = valueShare(goal, revisionRowOn(goal, today).target_value) === 1
  const now = work.clock.now()
  if (isThere && goal.status === 'ACTIVE') {
    await settleGoal(work.db, id, { status: 'COMPLETED', achievement: 'ACHIEVED', endedOn: today }, now)
    await tellCompleted(work, owner, { id, title: goal.title, endedOn: today })
    return true
  }
  if (isThere || goal.status !== 'COMPLETED' || goal.achievement !== 'ACHIEVED') return false
  await settleGoal(work.db, id, { status: 'ACTIVE', achievement: null, endedOn: null }, now)
  return true
}

/** What sessions of a day came to replaces what they came to before, beside what somebody said. */
export function markOfSessions(
  { date, revision, mark, unit }: Day,
  amount: number,
  at: { now: Date; today: string },
): NewMark {
  const before = mark?.from_sessions ?? 0
  const isCounted = revision.metric === 'COUNT' || revision.metric === 'MINUTES'
  const value = isCounted ? Math.max(0, rounded((mark?.value ?? 0) + amount - before)) : (mark?.value ?? null)
  const was = mark?.status ?? 'PENDING'
  const status = isCounted
    ? statusOfValue(revision, value, { mark, unit })
    : revision.direction === 'BUILD' && revision.metric === 'CHECK'
      ? checkedBy(amount, before, was)
      : was
  const isDone = status === 'COMPLETED'
  return {
    date,
    status,
    value,
    fromSessions: amount,
    subGoalsDone: mark?.sub_goals_done ?? [],
    note: mark?.note ?? null,
    doneAt: isDone ? (dateIn(mark) ?? at.now) : null,
    isBackfilled: isDone && (mark?.status === 'COMPLETED' ? mark.is_backfilled : date < at.today),
  }
}

/** A session checks it off; without the last one it is open again. */
const checkedBy = (amount: number, before: number, was: MarkStatus): MarkStatus =>
  amount > 0 ? 'COMPLETED' : before > 0 ? 'PENDING' : was

const dateIn = (mark: MarkRow | undefined): Date | undefined =>
  mark?.done_at ? new Date(mark.done_at) : undefined
