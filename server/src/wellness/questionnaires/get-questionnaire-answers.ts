import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { Language } from '../accounts/public.ts'
import { newestSet, selectSets } from './answer-queries.ts'
import { presentSets } from './answered.ts'
import { AnswerSet, Instrument } from './shapes.ts'

export const getQuestionnaireAnswers = operation({
  source: 'chosen here, for what somebody answered over time',
  method: 'GET',
  path: '/user/questionnaire/answers',
  summary: 'List your answers to a questionnaire over time, the newest first',
  access: user,
  query: Type.Object({ instrument: Instrument }),
  headers: Type.Object({ language: Type.Optional(Language) }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Answers fetched successfully', data: Type.Array(AnswerSet) } },

  async handle({ query: { instrument }, headers, caller, page, ...reading }) {
    const wanted = { userId: caller.id, instrument, after: page.after, limit: page.limit + 1 }
    const rows = await selectSets(reading.db, wanted)
    const language = headers.language ?? caller.language
    const present = await presentSets(reading, rows, { userId: caller.id, language })
    return page.of(rows, newestSet.keyOf, present)
  },
})
