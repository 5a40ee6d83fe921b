import type { Goal } from '@plaza/client/wellness'
import { getGoalsInfiniteOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { byCursor, rowsOf } from '../../ui/queries.ts'

/** Every goal that somebody has, in their order. */
export const allGoals = getGoalsInfiniteOptions({
  query: { limit: 100, status: 'ACTIVE,PAUSED,SCHEDULED,COMPLETED,ARCHIVED' },
})

/** One of them as the device has it, without asking for it. */
export const useKnownGoal = (goalId: string): Goal | undefined =>
  rowsOf(useInfiniteQuery({ ...allGoals, ...byCursor, enabled: false }).data).find(({ id }) => id === goalId)
