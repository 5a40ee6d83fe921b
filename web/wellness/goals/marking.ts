import type { DailyGoal } from '@plaza/client/wellness'
import { useQueue } from '../../ui/queue.ts'
import { type Mark, mark, marks } from './delivery.ts'

type Day = Pick<DailyGoal, 'dailyGoalId'> & { status: DailyGoal['status'] | null }

/** Marks a day of a goal as done, or takes that back. It shows at once, whatever the connection does. */
export function useMark() {
  const waiting = useQueue(marks)
  const last = new Map<string, Mark['status']>(
    waiting.map(({ item }) => [item.dailyGoalId, item.status] as const),
  )
  const statusOf = ({ dailyGoalId, status }: Day) => last.get(dailyGoalId) ?? status
  const toggle = (day: Day) =>
    void mark({
      dailyGoalId: day.dailyGoalId,
      status: statusOf(day) === 'COMPLETED' ? 'PENDING' : 'COMPLETED',
    })
  return { toggle, statusOf, waiting: waiting.length }
}
