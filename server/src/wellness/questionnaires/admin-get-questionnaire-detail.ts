import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { QuestionId } from './ids.ts'
import { noSuchQuestion } from './problems.ts'
import { isGone, selectCounts, selectQuestion, selectRevisions } from './queries.ts'
import { presentDetail, QuestionDetail } from './shapes.ts'

export const adminGetQuestionnaireDetail = operation({
  key: 'A11',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/admin/questionnaire/{id}',
  summary: 'See a question, what it said over time, and about how often it was answered how',
  access: administrator,
  params: Type.Object({ id: QuestionId }),
  replies: { 200: { message: 'Question fetched successfully', data: QuestionDetail } },
  problems: [noSuchQuestion],

  async handle({ params: { id }, db }) {
    const [row, revisions, counts] = await Promise.all([
      selectQuestion(db, id),
      selectRevisions(db, id),
      selectCounts(db, id),
    ])
    if (!row || isGone(row)) throw noSuchQuestion()
    return presentDetail(row, { revisions, counts })
  },
})
