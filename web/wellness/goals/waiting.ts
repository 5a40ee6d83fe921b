import type { AddGoalDto, DailyGoal, Goal } from '@plaza/client/wellness'
import { type Queued, useQueue } from '../../ui/queue.ts'
import { dateIn } from '../sessions/own-day.ts'
import { type GoalChange, type NewGoal, saidOfGoals } from './delivery.ts'
import { goalMadeAs } from './made-goals.ts'
import type { Values } from './values.ts'

/** Goals that wait for a connection, but for those that are among the known ones by now. */
export function useNewGoals(known: readonly string[]): Queued<NewGoal>[] {
  return useQueue(saidOfGoals).flatMap(({ item, ...queued }) => {
    if (!('create' in item)) return []
    const goalId = goalMadeAs(queued.id)
    return goalId !== undefined && known.includes(goalId) ? [] : [{ ...queued, item }]
  })
}

/** What was changed of goals and waits, the latest last. */
export const useGoalChanges = (): Queued<GoalChange>[] =>
  useQueue(saidOfGoals).flatMap(({ item, ...queued }) => ('change' in item ? [{ ...queued, item }] : []))

/** A goal as it will be, as far as one can tell without the server. */
export function withChanges<Known extends Goal>(goal: Known, changes: readonly Queued<GoalChange>[]): Known {
  const changed = { ...goal }
  for (const { item, refusal } of changes) {
    if (item.goalId !== goal.id || refusal !== undefined) continue
    const { title, description, status, frequency } = item.change
    if (title !== undefined) changed.title = title
    if (description !== undefined) changed.description = description
    if (status !== undefined) changed.status = status
    if (frequency !== undefined) changed.frequency = frequency
  }
  return changed
}

/** The form of a goal as somebody left it without a connection. */
export const waitingValuesOf = (goalId: string, changes: readonly Queued<GoalChange>[]): Values | undefined =>
  changes.findLast(({ item }) => item.goalId === goalId && item.values !== undefined)?.item.values

const isoWeekday = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const isDue = ({ frequency, daysOfWeek }: AddGoalDto, date: string) =>
  frequency !== 'WEEKDAYS' || (daysOfWeek ?? [1, 2, 3, 4, 5]).includes(isoWeekday(date))

/** A day as it looks before anything was said of it. */
const untouched = { status: 'PENDING', isDue: true, progress: 0, value: null, period: null } as const

/** What today asks of a goal that waits, so that it can be done before anybody else knows of it; nothing where it is not due. */
export function todayOf({ id, item: { create } }: Queued<NewGoal>): DailyGoal[] {
  const date = dateIn(0)
  if ((create.startDate ?? date) > date || !isDue(create, date)) return []
  const { title, direction = 'BUILD', metric = 'CHECK', frequency = 'DAILY', target } = create
  const linked = { icon: null, color: null, exerciseId: null, subCategoryId: null, categoryId: null }
  const streak = { current: 0, best: 0, unit: 'DAY', freezes: 0 } as const
  const goal = { id, title, direction, metric, frequency, ...linked, streak }
  const wanted = target ? { value: target.value, unit: target.unit ?? null } : null
  return [
    {
      ...untouched,
      ...{ dailyGoalId: id, date, goal, target: wanted, subGoals: [], note: null, doneAt: null },
      ...{ isBackfilled: false, isBackfillable: true },
    },
  ]
}
