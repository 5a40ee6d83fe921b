import type { Work } from '../../platform/operation/work.ts'
import { courseOf } from './course.ts'
import { remind } from './kept-course.ts'
import { viewOfPerson } from './looking-in.ts'
import { selectGoalsById } from './queries.ts'

/** Gives the reminders of goals whose list of dates is used up their next ones. */
export async function tellMoreDates(work: Work, { goalIds }: { goalIds: readonly string[] }): Promise<void> {
  const today = work.clock.now().toISOString().slice(0, 10)
  for (const { id, user_id: userId } of await selectGoalsById(work.db, { ids: goalIds, today })) {
    const view = await viewOfPerson(work, userId)
    const [goal] = view ? await selectGoalsById(work.db, { ids: [id], today: view.today }) : []
    if (view && goal) await remind(work, courseOf(goal, view))
  }
}
