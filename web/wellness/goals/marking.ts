import type { DailyGoal } from '@plaza/client/wellness'
import { useQueue } from '../../ui/queue.ts'
import { type DayName, type Mark, mark, saidOfGoals } from './delivery.ts'
import { goalMadeAs } from './made-goals.ts'

type Day = Pick<DailyGoal, 'dailyGoalId'> & {
  status: DailyGoal['status'] | null
  date: string
  /** Of a day that stands beside others; by it a goal that was new a moment ago is found. */
  goal?: { id: string }
}
type Counted = Day & Pick<DailyGoal, 'value' | 'target'>

/** A goal that waits is its own day, under its own key. */
const nameOf = ({ dailyGoalId, date, goal }: Day): DayName =>
  goal?.id === dailyGoalId ? { newGoal: dailyGoalId, date } : { dailyGoalId }

const isOf = (said: Mark, { dailyGoalId, date, goal }: Day): boolean => {
  if ('dailyGoalId' in said) return said.dailyGoalId === dailyGoalId
  const isSameGoal = said.newGoal === dailyGoalId || (goal && goalMadeAs(said.newGoal) === goal.id)
  return Boolean(isSameGoal) && said.date === date
}

/**
 * Marks a day of a goal as done, takes that back, or adds one to what is counted. It shows at once, whatever the
 * connection does.
 */
export function useMark() {
  const waiting = useQueue(saidOfGoals).flatMap(({ item }) =>
    'create' in item || 'change' in item ? [] : [item],
  )
  const saidOf = (day: Day) => waiting.filter((said) => isOf(said, day))
  const statusOf = (day: Day) => saidOf(day).findLast((said) => 'status' in said)?.status ?? day.status
  /** How much of it is done, with what waits. */
  const amountOf = (day: Counted) =>
    saidOf(day).reduce<number>((value, said) => {
      if ('more' in said) return value + said.more
      return said.status === 'PENDING' ? 0 : Math.max(value, day.target?.value ?? 0)
    }, day.value ?? 0)
  const toggle = (day: Day, isDone = statusOf(day) === 'COMPLETED') =>
    void mark(nameOf(day), { status: isDone ? 'PENDING' : 'COMPLETED' })
  const addOne = (day: Day) => void mark(nameOf(day), { more: 1 })
  return { toggle, addOne, statusOf, amountOf, waiting: waiting.length }
}
