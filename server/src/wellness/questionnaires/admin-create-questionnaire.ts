import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { contentAdministrator } from '../access.ts'
import { dependsOnInactive, duplicateQuestion, optionsRequired } from './problems.ts'
import { publish } from './publication.ts'
import {
  insertQuestions,
  insertRevisions,
  lockInstrument,
  selectQuestion,
  selectQuestionsOf,
} from './queries.ts'
import { checkQuestion, contentAfter } from './question-content.ts'
import { CreateQuestion, mostQuestions, presentQuestion, QuestionRecord } from './shapes.ts'

export const adminCreateQuestionnaire = operation({
  key: 'A8',
  source: 'named in the specification with POST; path, fields and reply chosen here',
  method: 'POST',
  path: '/admin/questionnaire',
  summary: 'Add a question to a questionnaire, which publishes its next version',
  access: contentAdministrator,
  body: CreateQuestion,
  replies: { 201: { message: 'Question created successfully', data: QuestionRecord } },
  problems: [duplicateQuestion, optionsRequired, dependsOnInactive],

  async handle({ body, ...work }) {
    const { db, clock } = work
    const { instrument = 'onboarding', status = 'ACTIVE', askAgain } = body
    const at = clock.now()
    await lockInstrument(db, instrument, at)
    const others = await selectQuestionsOf(db, instrument)
    if (others.length >= mostQuestions)
      throw invalidField('body.instrument', 'most', `has ${mostQuestions} questions already`)
    const id = newId()
    const content = contentAfter(undefined, body)
    checkQuestion({ ...content, id, status }, others)
    const place = body.order ?? Math.min(10_000, Math.max(-1, ...others.map((other) => other.place)) + 1)
    await insertQuestions(db, instrument, [{ id, status, place }], at)
    await insertRevisions(db, [{ ...content, id: newId(), questionId: id }], at)
    await publish(work, instrument, askAgain)
    work.audit(`question/${id}`, { instrument })
    const row = await selectQuestion(db, id)
    if (!row) throw new Error('A question that was just written is not there.')
    return presentQuestion(row)
  },
})
