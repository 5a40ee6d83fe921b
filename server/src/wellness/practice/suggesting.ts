import type { Static } from 'typebox'
import { hours } from '../../platform/clock.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { logicalDate } from '../days/public.ts'
import {
  type OwnPractice,
  presentSuggestion,
  type Reason,
  type SuggestedExercise,
  selectSuggestion,
} from '../exercises/public.ts'
import { ownPracticeOf } from '../sessions/public.ts'
import { hasSubscription } from '../subscriptions/public.ts'
import { textsIn } from '../texts.ts'
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
  const reasonCode = reasonFor(practice, now)
  const reason = textsIn(person.language).recommended[reasonCode]
  const reader = { language: person.language, isSubscriber }
  return presentSuggestion(row, practice, services, reader, { reason, reasonCode })
}

/** After so long something is worth coming back to. */
const restedMs = hours(24 * 14)

/** What speaks for it besides the hour. */
function reasonFor(practice: OwnPractice | undefined, now: Date): Reason {
  if (!practice || practice.completed === 0) return 'NEW_TO_YOU'
  if ((practice.moodLift ?? 0) > 0) return 'HELPED_YOU'
  const { lastDoneAt } = practice
  return lastDoneAt && now.getTime() - lastDoneAt.getTime() > restedMs ? 'NOT_LATELY' : 'FOR_TODAY'
}
