import type { Work } from '../../platform/operation/work.ts'
import { dayStartOn, selectUser } from '../accounts/public.ts'
import { addDays } from '../days/public.ts'
import { courseOf, dayOf, type Viewpoint } from './course.ts'
import { type Owner, viewOf } from './kept-course.ts'
import { writeMark } from './marking.ts'
import { type GoalRow, lockLinkedGoals, selectGoalsById, sumLinkedSessions } from './queries.ts'
import { replayedMark } from './replaying.ts'
import { editableDays } from './shapes.ts'

/** Sessions of something were completed on dates, or are no longer. */
export interface Practised {
  userId: string
  categoryId: string
  subCategoryId: string | null
  exerciseId: string | null
  dates: readonly string[]
}

/** Moves the goals that a session counts for, in its transaction. What it comes to is counted anew, so that no session counts twice. */
export async function advanceGoals(work: Work, { dates, ...session }: Practised): Promise<void> {
  const ids = await lockLinkedGoals(work.db, session)
  const person = ids.length > 0 ? await selectUser(work.db, session.userId) : undefined
  if (!person) return
  const owner: Owner = {
    id: person.id,
    timezone: person.timezone,
    dayStartMinutes: dayStartOn(person, work.clock.now()),
    language: person.language,
  }
  const view = await viewOf(work, owner)
  for (const date of new Set(dates)) {
    const [goals, sums] = await Promise.all([
      selectGoalsById(work.db, { ids, today: view.today }),
      sumLinkedSessions(work.db, { userId: owner.id, date, goalIds: ids }),
    ])
    for (const goal of goals) await advance(work, owner, view, goal, date, sums.get(goal.id))
  }
}

async function advance(
  work: Work,
  owner: Owner,
  view: Viewpoint,
  goal: GoalRow,
  date: string,
  sums: { sessions: number; minutes: number } | undefined,
): Promise<void> {
  if (!sums || date < addDays(view.today, -editableDays)) return
  const day = dayOf(courseOf(goal, view), date)
  if (!day || day.isPaused || day.revision.metric === 'VALUE') return
  const amount = day.revision.metric === 'MINUTES' ? sums.minutes : sums.sessions
  if (amount === (day.mark?.from_sessions ?? 0)) return
  await writeMark(work, owner, view, goal, day, await replayedMark(work.db, goal, day, view))
}
