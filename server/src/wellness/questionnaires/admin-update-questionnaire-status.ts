import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { contentAdministrator } from '../access.ts'
import { QuestionId } from './ids.ts'
import { dependsOnInactive, duplicateQuestion, noSuchQuestion, referencedByEnableWhen } from './problems.ts'
import { publish } from './publication.ts'
import { lockQuestion, selectQuestion, selectQuestionsOf, updateQuestion } from './queries.ts'
import { checkDependents, checkQuestion } from './question-content.ts'
import { presentQuestion, QuestionRecord } from './shapes.ts'

const UpdateQuestionnaireStatusDto = Type.Object(
  {
    status: Type.Optional(OneOf(['ACTIVE', 'INACTIVE'])),
    isActive: Type.Optional(Type.Boolean({ description: 'the same as status, in another form' })),
  },
  { title: 'UpdateQuestionnaireStatusDto' },
)

export const adminUpdateQuestionnaireStatus = operation({
  key: 'A12',
  source: 'named in the specification with PATCH; path, fields and reply chosen here',
  method: 'PATCH',
  path: '/admin/questionnaire/{id}/status',
  summary: 'Ask a question, or no longer; whoever is answering goes on with their version',
  access: contentAdministrator,
  params: Type.Object({ id: QuestionId }),
  body: UpdateQuestionnaireStatusDto,
  versioned: true,
  replies: { 200: { message: 'Question status updated successfully', data: QuestionRecord } },
  problems: [noSuchQuestion, referencedByEnableWhen, dependsOnInactive, duplicateQuestion],

  async handle({ params: { id }, body, expectVersion, ...work }) {
    const { db, clock } = work
    const named = body.isActive === undefined ? undefined : body.isActive ? 'ACTIVE' : 'INACTIVE'
    const status = body.status ?? named
    if (status === undefined) throw invalidField('body.status', 'required', 'is required')
    const before = await lockQuestion(db, id)
    if (!before || before.status === 'RETIRED') throw noSuchQuestion()
    expectVersion(before)
    if (before.status === status) return presentQuestion(before)
    const others = (await selectQuestionsOf(db, before.instrument)).filter((other) => other.id !== id)
    if (status === 'ACTIVE') checkQuestion({ ...before, status }, others)
    else checkDependents(id, undefined, others)
    await updateQuestion(db, { id, status, place: before.place, at: clock.now() })
    await publish(work, before.instrument)
    work.audit(`question/${id}`, { status })
    const row = await selectQuestion(db, id)
    if (!row) throw noSuchQuestion()
    return presentQuestion(row)
  },
})
