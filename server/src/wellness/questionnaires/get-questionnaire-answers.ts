import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { Language } from '../accounts/public.ts'
import { existingKeyOf } from '../personal-keys/public.ts'
import { newestSet, type SetRow, selectSets } from './answer-queries.ts'
import { openSet } from './content.ts'
import { selectAskedIn } from './queries.ts'
import { AnswerSet, Instrument, presentAnswer, presentScore, presentStatus } from './shapes.ts'

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
    const { db } = reading
    const [rows, key] = await Promise.all([
      selectSets(db, { userId: caller.id, instrument, after: page.after, limit: page.limit + 1 }),
      existingKeyOf(reading, caller.id),
    ])
    const versions = await selectAskedIn(db, instrument, [...new Set(rows.map(({ number }) => number))])
    const language = headers.language ?? caller.language
    return page.of(rows, newestSet.keyOf, (row: SetRow) => {
      const { answers, result } = openSet(key, row.id, row.sealed)
      const { scoring = null, questions = [] } = versions.get(row.number) ?? {}
      const scored = { instrument, number: row.number, scoring, questions, result }
      return {
        id: row.id,
        version: row.number,
        status: presentStatus(row.status),
        amends: row.amends_previous ? row.previous_id : null,
        startedAt: row.started_at.toISOString(),
        completedAt: row.completed_at?.toISOString() ?? null,
        score: presentScore(scored, language) ?? null,
        answers: answers.map(presentAnswer),
      }
    })
  },
})
