import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { contentAdministrator } from '../access.ts'
import { QuestionId } from './ids.ts'
import {
  dependsOnInactive,
  duplicateQuestion,
  enableWhenCycle,
  noSuchQuestion,
  optionsRequired,
  referencedByEnableWhen,
  typeChangeHasAnswers,
  versionOutdated,
} from './problems.ts'
import { publish } from './publication.ts'
import {
  insertRevisions,
  lockQuestion,
  type QuestionRow,
  selectFormerOptions,
  selectQuestion,
  selectQuestionsOf,
  updateQuestion,
} from './queries.ts'
import { checkDependents, checkQuestion, contentAfter, isSameContent } from './question-content.ts'
import { presentQuestion, QuestionRecord, type SentContent, UpdateQuestion } from './shapes.ts'

export const adminUpdateQuestionnaire = operation({
  key: 'A10',
  source: 'named in the specification with PUT; path, fields and reply chosen here',
  method: 'PUT',
  path: '/admin/questionnaire/{id}',
  summary: 'Change a question, which publishes the next version of its questionnaire',
  access: contentAdministrator,
  params: Type.Object({ id: QuestionId }),
  body: UpdateQuestion,
  versioned: true,
  replies: { 200: { message: 'Question updated successfully', data: QuestionRecord } },
  problems: [
    noSuchQuestion,
    duplicateQuestion,
    optionsRequired,
    enableWhenCycle,
    dependsOnInactive,
    referencedByEnableWhen,
    typeChangeHasAnswers,
    versionOutdated,
  ],

  async handle({ params: { id }, body, expectVersion, ...work }) {
    const { db, clock } = work
    const before = await lockQuestion(db, id)
    if (!before || before.status === 'RETIRED') throw noSuchQuestion()
    expectVersion(before)
    if (body.version !== undefined && body.version !== before.version) throw versionOutdated()
    const content = await contentOf(work, before, body)
    const { status = before.status, order: place = before.place } = body
    const isReworded = !isSameContent(content, before)
    if (!isReworded && status === before.status && place === before.place) return presentQuestion(before)
    const others = (await selectQuestionsOf(db, before.instrument)).filter((other) => other.id !== id)
    if (content.type !== before.type && before.is_answered) throw typeChangeHasAnswers()
    checkQuestion({ ...content, id, status }, others)
    checkDependents(id, status === 'ACTIVE' ? content : undefined, others)
    const at = clock.now()
    await updateQuestion(db, { id, status, place, at })
    if (isReworded) await insertRevisions(db, [{ ...content, id: newId(), questionId: id }], at)
    await publish(work, before.instrument, body.askAgain)
    work.audit(`question/${id}`)
    const row = await selectQuestion(db, id)
    if (!row) throw noSuchQuestion()
    return presentQuestion(row)
  },
})

/** What it says from now on; an option that was taken away does not come back. */
async function contentOf({ db }: Parameters<typeof publish>[0], before: QuestionRow, body: SentContent) {
  const named = (body.options ?? []).flatMap(({ id }) => id ?? [])
  const former = named.length > 0 ? await selectFormerOptions(db, before.id, named) : []
  return contentAfter(before, body, (option) => former.includes(option))
}
