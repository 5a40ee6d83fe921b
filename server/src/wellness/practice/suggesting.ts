import type { Static } from 'typebox'
import type { Reading } from '../../platform/operation/work.ts'
import { logicalDate } from '../days/public.ts'
import { presentSuggestion, type SuggestedExercise, selectSuggestion } from '../exercises/public.ts'
import { ownPracticeOf } from '../sessions/public.ts'
import { hasSubscription } from '../subscriptions/public.ts'
import { dayPartAt } from './day-part.ts'

/** Seconds that somebody has who did not plan anything. */
const maxDuration = 1200

/** One exercise that suits the hour where somebody is, the same one all through that part of the day. */
export async function suggestionFor(
  { db, clock, services }: Pick<Reading, 'db' | 'clock' | 'services'>,
  person: { id: string; timezone: string; dayStartMinutes: number; language: string },
): Promise<Static<typeof SuggestedExercise> | null> {
  const now = clock.now()
  const isSubscriber = await hasSubscription(db, person.id, now)
  const row = await selectSuggestion(db, {
    userId: person.id,
    date: logicalDate(now, person.timezone, person.dayStartMinutes),
    dayPart: dayPartAt(now, person.timezone),
    maxDuration,
    mayBePremium: isSubscriber,
  })
  if (!row) return null
  const practice = (await ownPracticeOf(db, [row.id], person.id)).get(row.id)
  return presentSuggestion(row, practice, services, { language: person.language, isSubscriber })
}
