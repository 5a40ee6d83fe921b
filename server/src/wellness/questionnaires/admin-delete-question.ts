import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { contentAdministrator } from '../access.ts'
import { QuestionId } from './ids.ts'
import { noSuchQuestion, referencedByEnableWhen } from './problems.ts'
import { publish } from './publication.ts'
import { deleteUnasked, lockQuestion, selectQuestionsOf, updateQuestion } from './queries.ts'
import { checkDependents } from './question-content.ts'

export const adminDeleteQuestion = operation({
  key: 'A13',
  source: 'named in the specification with DELETE; path and reply chosen here',
  method: 'DELETE',
  path: '/admin/questionnaire/{id}',
  summary: 'Take a question away; it is kept beside its answers, and in the versions that asked it',
  access: contentAdministrator,
  params: Type.Object({ id: QuestionId }),
  versioned: true,
  replies: {
    200: {
      message: 'Question deleted successfully',
      data: Type.Object({ id: Id, outcome: OneOf(['RETIRED', 'DELETED']) }),
    },
  },
  problems: [noSuchQuestion, referencedByEnableWhen],

  async handle({ params: { id }, expectVersion, ...work }) {
    const { db, clock } = work
    const before = await lockQuestion(db, id)
    if (!before || before.status === 'RETIRED') throw noSuchQuestion()
    expectVersion(before)
    checkDependents(id, undefined, await selectQuestionsOf(db, before.instrument))
    const outcome = before.is_answered ? 'RETIRED' : 'DELETED'
    // What a version has asked stays part of it.
    const isForGood = outcome === 'DELETED' && (await deleteUnasked(db, id))
    if (!isForGood) await updateQuestion(db, { id, status: 'RETIRED', place: before.place, at: clock.now() })
    await publish(work, before.instrument)
    work.audit(`question/${id}`, { outcome })
    return { id, outcome }
  },
})
