import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { addDays } from '../days/public.ts'
import { goalsKept, subGoalsOfGoal } from '../limits.ts'
import { checkRoomToReturn } from '../reminders/public.ts'
import { courseOf, lastDateOf, type Viewpoint } from './course.ts'
import type { GoalChange } from './input-shapes.ts'
import type { Owner } from './kept-course.ts'
import { linkOf } from './linking.ts'
import { tellCompleted } from './notices.ts'
import {
  baselineOf,
  checkApplyFrom,
  checkEnd,
  checkIsEverDue,
  checkRoomToPlan,
  checkStart,
  isSamePlan,
  type Plan,
  planOf,
} from './planning.ts'
import { goalLimit, invalidTransition } from './problems.ts'
import {
  endPauses,
  type GoalContent,
  type GoalRow,
  type GoalState,
  insertPause,
  replaceRevision,
  replaceSubGoals,
  selectRoom,
  updateGoal,
} from './queries.ts'
import { achievementOf } from './shapes.ts'
import type { GoalStatus } from './statuses.ts'
import { subGoalsOf } from './sub-goals.ts'

/** Writes what is asked for of a locked goal that was read whole. The caller folds it anew. */
export async function changeGoal(
  work: Work,
  owner: Owner,
  view: Viewpoint,
  goal: GoalRow,
  change: GoalChange,
): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const { startDate, endDate } = datesOf(goal, change, view)
  const { plan, from, isNew } = planFrom(goal, change, { startDate, endDate, view })
  const link = await linkOf(db, change, {
    categoryId: goal.category_id,
    subCategoryId: goal.sub_category_id,
    exerciseId: goal.exercise_id,
  })
  const baseline = baselineOf(plan, change.current) ?? (plan.metric === 'VALUE' ? goal.baseline : null)
  if (plan.metric === 'VALUE' && baseline === plan.target_value)
    throw invalidField('body.target.value', 'different', 'must not be where the goal begins')
  const content: GoalContent = {
    title: change.title ?? goal.title,
    description: said(change.description, goal.description),
    icon: said(change.icon, goal.icon),
    color: said(change.color, goal.color),
    ...link,
    startDate,
    endDate,
    baseline,
  }
  const state = await move(work, owner, view, { ...goal, end_date: endDate }, change)
  await updateGoal(db, goal.id, { ...content, ...state }, now)
  if (isNew)
    await replaceRevision(db, { goalId: goal.id, userId: owner.id }, { ...plan, effective_from: from }, now)
  if (change.subGoals) {
    const most = configured(work.services, subGoalsOfGoal)
    await replaceSubGoals(db, goal.id, subGoalsOf(change.subGoals, { before: goal.sub_goals, most }), now)
  }
}

const said = <T>(value: T | null | undefined, before: T | null): T | null =>
  value === undefined ? before : value

function datesOf(goal: GoalRow, change: GoalChange, { today }: Viewpoint) {
  const startDate = change.startDate ?? goal.start_date
  if (startDate !== goal.start_date) {
    // Days that were judged stay; what has not begun, or began today, may begin elsewhere.
    if (goal.start_date < today || goal.marks.some(({ date }) => date < startDate))
      throw invalidField('body.startDate', 'begun', 'cannot change once the goal has begun')
    checkStart(startDate, today)
  }
  const endDate = said(change.endDate, goal.end_date)
  if (endDate !== goal.end_date || startDate !== goal.start_date) {
    checkEnd(endDate, startDate)
    if (endDate !== null && endDate !== goal.end_date && endDate < addDays(today, -1))
      throw invalidField('body.endDate', 'range', 'must not lie before yesterday')
  }
  return { startDate, endDate }
}

/** The plan that a change makes, from when it holds, and whether it is to be written. */
function planFrom(
  goal: GoalRow,
  change: GoalChange,
  { startDate, endDate, view: { today } }: { startDate: string; endDate: string | null; view: Viewpoint },
): { plan: Plan; from: string; isNew: boolean } {
  const last = goal.revisions.at(-1)
  if (!last) throw new Error('Every goal has a revision.')
  const plan = planOf(change, last)
  const applyFrom = change.applyFrom ?? today
  checkApplyFrom(applyFrom, today)
  const hasMoved = startDate !== goal.start_date
  const isFirst = goal.revisions.length === 1 && goal.start_date >= today && change.applyFrom === undefined
  const from = hasMoved || isFirst || applyFrom < startDate ? startDate : applyFrom
  const isNew = hasMoved || !isSamePlan(plan, last)
  if (isNew) {
    checkIsEverDue(plan, { from, until: endDate })
    checkRoomToPlan(goal, { from, today })
  }
  return { plan, from, isNew }
}

type Asked = NonNullable<GoalChange['status']>

const allowed: Record<GoalStatus, readonly Asked[]> = {
  SCHEDULED: ['ACTIVE', 'PAUSED', 'ARCHIVED'],
  ACTIVE: ['ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED'],
  COMPLETED: ['ACTIVE', 'COMPLETED', 'ARCHIVED'],
  ARCHIVED: ['ACTIVE', 'ARCHIVED'],
}

/** Takes a goal where it is asked to go. @throws INVALID_TRANSITION or GOAL_LIMIT */
async function move(
  work: Work,
  owner: Owner,
  view: Viewpoint,
  goal: GoalRow,
  { status, pauseUntil, reminders }: GoalChange,
): Promise<GoalState> {
  const { db, clock } = work
  const { today } = view
  const stays: GoalState = { status: goal.status, achievement: goal.achievement, endedOn: goal.ended_on }
  const asked = status ?? (pauseUntil !== undefined && goal.standing === 'PAUSED' ? 'PAUSED' : undefined)
  if (pauseUntil && asked !== 'PAUSED')
    throw invalidField('body.pauseUntil', 'paused', 'belongs to a goal that is paused')
  if (asked === undefined) return stays
  if (!allowed[goal.standing].includes(asked)) throw invalidTransition()
  if (asked === 'PAUSED') {
    await pause(work, goal, view, pauseUntil ?? null)
    return stays
  }
  if (asked === goal.standing) return stays
  if (asked === 'ARCHIVED') {
    const endedOn = lastDateOf({ ...goal, ended_on: goal.ended_on ?? today })
    return { status: 'ARCHIVED', achievement: goal.achievement, endedOn }
  }
  if (asked === 'COMPLETED') {
    const achievement = achievementOf(courseOf(goal, view, { isWhole: true }))
    await tellCompleted(work, owner, { id: goal.id, title: goal.title, endedOn: today })
    return { status: 'COMPLETED', achievement, endedOn: today }
  }
  // What is over, or has not begun, may be paused beneath that.
  await endPauses(db, goal.id, today)
  if (goal.standing !== 'COMPLETED' && goal.standing !== 'ARCHIVED') return stays
  // What its dates have ended needs another end first.
  if (goal.end_date !== null && goal.end_date < today) throw invalidTransition()
  const { active } = await selectRoom(db, { userId: owner.id, today, title: '' })
  if (active >= configured(work.services, goalsKept)) throw goalLimit()
  // Others in their place are counted as they are written.
  if (!reminders) await checkRoomToReturn(work, { id: goal.id, userId: owner.id })
  await bridge(work, goal.id, { from: goal.ended_on ?? today, today }, clock.now())
  return { status: 'ACTIVE', achievement: null, endedOn: null }
}

/** Days on which a goal was away count for nothing, that on which it was put away as far as nothing was done on it. */
export async function bridge(
  { db }: Pick<Work, 'db'>,
  goalId: string,
  { from, today }: { from: string; today: string },
  now: Date,
): Promise<void> {
  if (from < today) await insertPause(db, { id: newId(), goalId, from, to: addDays(today, -1) }, now)
}

async function pause(
  { db, clock }: Work,
  goal: GoalRow,
  { today }: Viewpoint,
  until: string | null,
): Promise<void> {
  if (until !== null && until <= today) throw invalidField('body.pauseUntil', 'range', 'must lie after today')
  await endPauses(db, goal.id, today)
  const to = until === null ? null : addDays(until, -1)
  await insertPause(db, { id: newId(), goalId: goal.id, from: today, to }, clock.now())
}
