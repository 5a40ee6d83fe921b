import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Integer, OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { noSuchVersion } from './problems.ts'
import { countQuestions, inPlace, selectQuestions, selectVersion } from './queries.ts'
import { Instrument, presentQuestion, QuestionRecord } from './shapes.ts'

export const adminGetQuestions = operation({
  key: 'A9',
  source: 'named in the specification with GET; path, filters and shape chosen here',
  method: 'GET',
  path: '/admin/questionnaire',
  summary: 'List the questions in their order, or those of a past version as it asked them',
  access: administrator,
  query: Type.Object({
    instrument: Type.Optional(Instrument),
    status: Type.Optional(
      OneOf(['ACTIVE', 'INACTIVE', 'RETIRED'], { description: 'all that are not retired when left out' }),
    ),
    q: Type.Optional(Text(1, 100, { example: 'sleep' })),
    version: Type.Optional(
      Integer(1, 1_000_000, { description: 'of the questionnaire, which is onboarding when left out' }),
    ),
  }),
  paged: { limit: 20, numbered: true },
  replies: { 200: { message: 'Questions fetched successfully', data: Type.Array(QuestionRecord) } },
  problems: [noSuchVersion],

  async handle({ query, db, page }) {
    const version = query.version ?? null
    const instrument = query.instrument ?? (version === null ? null : 'onboarding')
    const filter = { instrument, version, status: query.status ?? null, q: query.q ?? null }
    const [rows, total, known] = await Promise.all([
      selectQuestions(db, { ...filter, after: page.after, offset: page.offset, limit: page.limit + 1 }),
      countQuestions(db, filter),
      version === null || instrument === null ? true : selectVersion(db, instrument, version),
    ])
    if (!known) throw noSuchVersion()
    return page.of(rows, inPlace.keyOf, presentQuestion, { total })
  },
})
