import type { Work } from '../../platform/operation/work.ts'
import { logicalDate } from '../days/public.ts'
import { remind } from './keeping.ts'
import { selectGoalsById } from './queries.ts'

/** Gives the reminders of goals that follow a rule their next dates. */
export async function tellMoreDates(work: Work, { goalIds }: { goalIds: readonly string[] }): Promise<void> {
  // Where a person is moves the first of many dates at most.
  const today = logicalDate(work.clock.now(), 'UTC', 0)
  const goals = await selectGoalsById(work.db, { ids: goalIds, today })
  for (const goal of goals) await remind(work, goal, { today })
}
