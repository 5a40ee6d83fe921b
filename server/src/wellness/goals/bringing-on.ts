import type { Work } from '../../platform/operation/work.ts'
import { courseOf, lastDateOf } from './course.ts'
import { keepCourse, viewOf } from './kept-course.ts'
import { tellCompleted } from './notices.ts'
import { lockGoalsBehind, selectGoal, settleGoal } from './queries.ts'
import { achievementOf } from './shapes.ts'

const atOnce = 100

/** @returns whether there may be more of them */
export async function bringOn(work: Work): Promise<boolean> {
  const { db, clock } = work
  const behind = await lockGoalsBehind(db, clock.now(), atOnce)
  for (const { id, userId, ...person } of behind) {
    const owner = { ...person, id: userId }
    const view = await viewOf(work, owner)
    const goal = await selectGoal(db, { id, userId, today: view.today })
    if (!goal) continue
    const endedOn = lastDateOf(goal)
    if (goal.standing === 'COMPLETED' && endedOn !== null) {
      const achievement = achievementOf(courseOf(goal, view))
      await settleGoal(db, id, { status: 'COMPLETED', achievement, endedOn }, clock.now())
      if (achievement !== 'NOT_ACHIEVED') await tellCompleted(work, owner, { id, title: goal.title, endedOn })
    }
    // A pause may have begun or ended with the day; reminders follow that, too.
    await keepCourse(work, owner, view, { goalId: id, isWhole: goal.pauses.length > 0 || endedOn !== null })
  }
  return behind.length === atOnce
}
