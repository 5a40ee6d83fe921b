import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { logicalDate } from '../days/public.ts'
import {
  LanguageHeader,
  presentSuggestion,
  SuggestedExercise,
  selectSuggestion,
} from '../exercises/public.ts'
import { ownPracticeOf } from '../sessions/public.ts'
import { hasSubscription } from '../subscriptions/public.ts'
import { dayPartAt } from './day-part.ts'

/** Seconds that somebody has who did not plan anything. */
const maxDuration = 1200

export const getSuggestedExercise = operation({
  source: 'not in the specification; so that a start page has one thing to begin with',
  method: 'GET',
  path: '/user/suggested-exercise',
  summary: 'Get one exercise that suits the hour, the same one all through that part of the day',
  tag: 'exercises',
  access: user,
  headers: Type.Object({
    ...LanguageHeader.properties,
    ...Type.Pick(ClientHeaders, ['timeZone']).properties,
  }),
  replies: {
    200: { message: 'Suggested exercise fetched successfully', data: Nullable(SuggestedExercise) },
  },

  async handle({ headers, caller, db, clock, services }) {
    const now = clock.now()
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const isSubscriber = await hasSubscription(db, caller.id, now)
    const row = await selectSuggestion(db, {
      userId: caller.id,
      date: logicalDate(now, timezone, caller.dayStartMinutes),
      dayPart: dayPartAt(now, timezone),
      maxDuration,
      mayBePremium: isSubscriber,
    })
    if (!row) return null
    const practice = (await ownPracticeOf(db, [row.id], caller.id)).get(row.id)
    const language = headers.language ?? caller.language
    return presentSuggestion(row, practice, services, { language, isSubscriber })
  },
})
