import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { dueDates } from '../streaks/public.ts'
import { courseOf, figuresOf, nextClose, scheduleOf, type Viewpoint } from './course.ts'
import type { NewGoal } from './input-shapes.ts'
import { unlinked } from './linking.ts'
import { baselineOf, planOf } from './planning.ts'
import { fromTheStart, insertGoal, keepFigures, replaceRevision, selectGoal, upsertMark } from './queries.ts'

/** A goal with a past. */
export interface Planted {
  userId: string
  position: number
  said: NewGoal & { startDate: string }
  link?: { categoryId: string; subCategoryId: string; exerciseId: string }
  /** On which of its due dates nothing was done; on all others it was, up to yesterday. */
  missed: ReadonlySet<string>
}

/** Writes a goal as if its owner had kept to it for a while. */
export async function plantGoal(db: Db, goal: Planted, view: Viewpoint): Promise<void> {
  const { userId, said } = goal
  const { now, today } = view
  const plan = planOf(said, undefined)
  const id = newId()
  const { title, startDate, description = null, icon = null, color = null } = said
  const content = { title, description, icon, color, ...(goal.link ?? unlinked), startDate, endDate: null }
  const made = { id, userId, position: goal.position, closesAt: nextClose(view) }
  await insertGoal(db, { ...content, ...made, baseline: baselineOf(plan, said.current) }, now)
  await replaceRevision(db, { goalId: id, userId }, { ...plan, effective_from: startDate }, now)
  for (const date of dueDates(scheduleOf(plan.schedule), startDate, startDate, today)) {
    if (date === today || goal.missed.has(date) || plan.direction === 'QUIT') continue
    const value = plan.target_value
    const mark = { date, status: 'COMPLETED', value, fromSessions: 0, subGoalsDone: [], note: null } as const
    await upsertMark(db, { goalId: id, userId }, { ...mark, doneAt: now, isBackfilled: false }, now)
  }
  const row = await selectGoal(db, { id, userId, today, marksFrom: fromTheStart })
  if (row) await keepFigures(db, id, figuresOf(courseOf(row, view, { isWhole: true })))
}
