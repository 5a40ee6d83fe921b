import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { LanguageHeader, SuggestedExercise } from '../exercises/public.ts'
import { suggestionFor } from './suggesting.ts'

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

  handle({ headers, caller, ...reading }) {
    const timezone = clientOf(headers).timezone ?? caller.timezone
    const language = headers.language ?? caller.language
    return suggestionFor(reading, { ...caller, timezone, language })
  },
})
