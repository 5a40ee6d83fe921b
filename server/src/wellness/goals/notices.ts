import type { Work } from '../../platform/operation/work.ts'
import { addDays } from '../days/public.ts'
import { type Notice, notify } from '../notifications/public.ts'
import { textsIn } from '../texts.ts'
import { type Course, figuresOf, revisionRowOn } from './course.ts'
import type { RetiredFrom } from './queries.ts'

/** Kept units in a row that are worth a word, once each in a run. */
const milestones = [3, 7, 14, 30, 60, 100, 365]
/** News that is older is none. */
const newsDays = 3

type News = Pick<Notice, 'category' | 'title' | 'message' | 'sourceEvent'> & { goalId: string }

async function tell(work: Work, { id: userId }: { id: string }, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  await notify(
    work,
    news.map(({ goalId, ...said }) => ({ ...said, userId, link: `goals/${goalId}` })),
  )
}

/** Tells a milestone that a run has come to, and freezes that were used. */
export async function tellNews(
  work: Work,
  owner: { id: string; language: string },
  course: Course,
): Promise<void> {
  const { goal, folded, view } = course
  const texts = textsIn(owner.language).goals
  const news: News[] = []
  const reached = milestones.findLast((milestone) => milestone > goal.streak && milestone <= folded.current)
  const { frequency } = revisionRowOn(goal, view.today).schedule
  if (reached !== undefined)
    news.push({
      goalId: goal.id,
      category: 'STREAK',
      ...texts.milestone(goal.title, reached, frequency),
      sourceEvent: `goal:${goal.id}:run:${figuresOf(course).runBegan}:${reached}`,
    })
  const isFrozen = folded.tokens < goal.freezes
  for (const { from, to, outcome, tokens } of folded.units)
    if (isFrozen && outcome === 'FROZEN' && to >= addDays(view.today, -newsDays))
      news.push({
        goalId: goal.id,
        category: 'STREAK',
        ...texts.freezeUsed(goal.title, tokens),
        sourceEvent: `goal:${goal.id}:freeze:${from}`,
      })
  await tell(work, owner, news)
}

/** Tells that a goal was completed. */
export const tellCompleted = (
  work: Work,
  owner: { id: string; language: string },
  goal: { id: string; title: string; endedOn: string },
): Promise<void> =>
  tell(work, owner, [
    {
      goalId: goal.id,
      category: 'GOAL',
      ...textsIn(owner.language).goals.completed(goal.title),
      sourceEvent: `goal:${goal.id}:completed:${goal.endedOn}`,
    },
  ])

/** Tells owners of goals that what moves these is no longer offered; in the inbox alone, since nothing is urgent. */
export async function tellRetired(work: Work, goals: readonly RetiredFrom[]): Promise<void> {
  await notify(
    work,
    goals.map(({ id, user_id: userId, title, exercise_id, exercise_title, language }) => ({
      userId,
      category: 'CONTENT',
      ...textsIn(language).goals.exerciseRetired(title, exercise_title),
      sourceEvent: `goal:${id}:retired:${exercise_id}`,
      link: `goals/${id}`,
    })),
  )
}
