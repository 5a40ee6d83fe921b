import type { Work } from '../../platform/operation/work.ts'
import { courseOf, figuresOf, type Viewpoint } from './course.ts'
import { goalChanged } from './events.ts'
import { remind } from './kept-course.ts'
import { fromTheStart, keepFigures, selectGoalsById } from './queries.ts'

/** Has what is kept of several goals, and their reminders, follow a time off that begins or ends. */
export async function followGoals(
  work: Work,
  owner: { id: string },
  view: Viewpoint,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const goals = await selectGoalsById(work.db, { ids, today: view.today, marksFrom: fromTheStart })
  for (const goal of goals) {
    const course = courseOf(goal, view, { isWhole: true })
    work.pipeline(keepFigures(work.db, goal.id, figuresOf(course)))
    await remind(work, course)
  }
  work.publish(goalChanged, { recipientId: owner.id, data: { goalId: null } })
}
