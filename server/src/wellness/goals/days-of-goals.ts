import type { Db } from '../../platform/db/database.ts'
import { addDays } from '../days/public.ts'
import { type Course, courseOf, type Day, dayOf, type Viewpoint } from './course.ts'
import { fromTheStart, selectGoalsOfDates } from './queries.ts'

/** So many days back what is kept of a goal says nothing of its days, which are folded from the start then. */
const keptDays = 9

/** What somebody's goals expect on a date, or what was done, in their order. What rests is left out, unless it was done. */
export async function daysOn(
  db: Db,
  userId: string,
  view: Viewpoint,
  date: string,
): Promise<{ course: Course; day: Day }[]> {
  const isLongAgo = date < addDays(view.today, -keptDays)
  const goals = await selectGoalsOfDates(db, {
    ...{ userId, today: view.today, from: date, to: date },
    marksFrom: isLongAgo ? fromTheStart : undefined,
  })
  return goals.flatMap((goal) => {
    const course = courseOf(goal, view, { isWhole: isLongAgo })
    const day = dayOf(course, date)
    return day && (day.isDue || day.mark) ? [{ course, day }] : []
  })
}
