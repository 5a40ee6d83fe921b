import type { Work } from '../../platform/operation/work.ts'
import { selectStays, selectSuspensions } from '../accounts/public.ts'
import { addDays } from '../days/public.ts'
import { cancelReminders, followGoal, type RemindedGoal } from '../reminders/public.ts'
import { type Course, courseOf, datesOf, figuresOf, type Viewpoint, viewpointOf } from './course.ts'
import { goalChanged } from './events.ts'
import { tellNews } from './notices.ts'
import { ringingDays } from './planning.ts'
import { fromTheStart, type GoalRow, keepFigures, selectGoal } from './queries.ts'

/** Whose goals they are, and where they are now. */
export interface Owner {
  id: string
  timezone: string
  dayStartMinutes: number
  language: string
}

/** From where somebody looks at their goals. */
export async function viewOf(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { id, timezone, dayStartMinutes }: Omit<Owner, 'language'>,
): Promise<Viewpoint> {
  const now = clock.now()
  const [stays, suspensions] = await Promise.all([selectStays(db, id, now), selectSuspensions(db, id)])
  return viewpointOf({ stays, suspensions }, { timezone, dayStartMinutes }, now)
}

/**
 * Folds a goal anew after it or a day of it was written, keeps what that came to, and tells what is news.
 * @param isWhole from its start, because more than marks of open days changed; its reminders follow, too.
 */
export async function keepCourse(
  work: Work,
  owner: Owner,
  view: Viewpoint,
  { goalId, isWhole = false }: { goalId: string; isWhole?: boolean },
): Promise<Course> {
  const marksFrom = isWhole ? fromTheStart : undefined
  const goal = await selectGoal(work.db, { id: goalId, userId: owner.id, today: view.today, marksFrom })
  if (!goal) throw new Error('A goal that is written is there.')
  const course = await keepFolded(work, owner, courseOf(goal, view, { isWhole }))
  if (isWhole) await remind(work, course)
  return course
}

/** Keeps what a fold came to, and tells what is news. */
export async function keepFolded(work: Work, owner: Owner, course: Course): Promise<Course> {
  const goalId = course.goal.id
  work.pipeline(keepFigures(work.db, goalId, figuresOf(course)))
  await tellNews(work, owner, course)
  work.publish(goalChanged, { recipientId: owner.id, data: { goalId } })
  return course
}

const isOver = ({ standing }: GoalRow): boolean => standing === 'COMPLETED' || standing === 'ARCHIVED'

/** Has the reminders of a goal follow what it is now; those of one that is over are kept and count no more. */
export const remind = (work: Work, course: Course): Promise<void> =>
  isOver(course.goal) ? cancelReminders(work, [course.goal.id]) : followGoal(work, remindedOf(course))

/** What the reminders of a goal go by. */
export function remindedOf(course: Course): RemindedGoal {
  const { goal, view } = course
  return {
    id: goal.id,
    userId: goal.user_id,
    title: goal.title,
    days: ringingDays(goal, view.today),
    state: isOver(goal) ? 'OVER' : goal.standing === 'PAUSED' ? 'RESTING' : 'ACTIVE',
    silenced: quietDates(course),
  }
}

/** Elsewhere it may be an earlier date. */
const quietSinceDays = 2

/** The dates, of late and to come, on which nothing is expected any more: done, skipped, or of a week or month that has enough. */
export function quietDates({ goal, folded, view }: Course): string[] {
  const since = addDays(view.today, -quietSinceDays)
  const marked = goal.marks
    .filter(({ status }) => status === 'COMPLETED' || status === 'SKIPPED')
    .map(({ date }) => date)
  const enough = folded.units
    .filter(({ from, to, outcome }) => from !== to && to >= since && outcome === 'SATISFIED')
    .flatMap(datesOf)
  return [...new Set([...marked, ...enough])].filter((date) => date >= since).sort()
}
