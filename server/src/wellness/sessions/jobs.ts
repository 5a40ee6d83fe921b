import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { textsIn } from '../texts.ts'
import { selectMissing } from './queries.ts'
import { savedDays } from './streak.ts'

const atOnce = 200

/**
 * Tells those whose streak of practice a freeze has saved, once the date that they missed is over where they are. Nothing
 * depends on it: whoever reads a streak folds the days that have ended.
 */
export const tellSavedStreaks = job({
  name: 'wellness.sessions.tell-saved-streaks',
  cron: '23 * * * *',
  data: Nothing,
  runs: 'write',
  handle: (work) => tellPortion(work, null),
})

/** Goes on with that. */
export const tellMoreSavedStreaks = job({
  name: 'wellness.sessions.tell-more-saved-streaks',
  data: Type.Object({ after: Id }),
  runs: 'write',
  handle: (work, { after }) => tellPortion(work, after),
})

async function tellPortion(work: Work, after: string | null): Promise<void> {
  const { db, clock } = work
  const people = await selectMissing(db, { now: clock.now(), after, limit: atOnce })
  for (const person of people) {
    const { practice } = textsIn(person.language)
    const saved = await savedDays(db, person, clock.now())
    const news = saved.map(({ date, left }) => ({
      userId: person.id,
      category: 'STREAK' as const,
      ...practice.freezeUsed(left),
      sourceEvent: `practice:freeze:${date}`,
    }))
    if (news.length > 0) await notify(work, news)
  }
  const last = people.at(-1)
  if (last && people.length === atOnce) await work.enqueue(tellMoreSavedStreaks, { after: last.id })
}
