import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { insertAll } from './bulk.ts'
import type { Content } from './files.ts'
import { known } from './plan.ts'

type Questionnaire = Content['wellnessQuestionnaires'][number]
type Placed = ReturnType<typeof place>

/** The first version of each questionnaire. */
export async function writeQuestionnaires(db: Db, { wellnessQuestionnaires }: Content, at: Date) {
  for (const { instrument, questions } of wellnessQuestionnaires) {
    const placed = place(questions)
    const identity = placed.map(({ id }) => ({
      id,
      instrument,
      created_at: at,
      updated_at: at,
    }))
    await insertAll(db, 'wellness.question', identity)
    await insertAll(db, 'wellness.question_revision', revisionRows(placed, at))
    await insertAll(db, 'wellness.question_option', optionRows(placed))
    await insertAll(db, 'wellness.instrument_version', [{ instrument, number: 1, created_at: at }])
    const order = placed.map(({ revisionId }, position) => ({
      instrument,
      number: 1,
      position,
      revision_id: revisionId,
    }))
    await insertAll(db, 'wellness.instrument_version_question', order)
  }
}

const place = (questions: Questionnaire['questions']) =>
  questions.map((question) => ({
    ...question,
    id: newId(),
    revisionId: newId(),
    options: (question.options ?? []).map((option) => ({ ...option, id: newId() })),
  }))

const optionIds = ({ options }: Placed[number], labels: readonly string[]) =>
  labels.map((wanted) => known(options, ({ label }) => label === wanted).id)

const revisionRows = (placed: Placed, at: Date) =>
  placed.map((question) => ({
    id: question.revisionId,
    question_id: question.id,
    number: 1,
    text: question.text,
    help_text: question.help ?? null,
    type: question.type,
    min: question.range?.min ?? null,
    max: question.range?.max ?? null,
    step: question.range?.step ?? null,
    is_required: !question.isOptional,
    is_sensitive: !question.isHarmless,
    enable_when: conditionsOf(question, placed),
    safety_rule: question.showsHelpFor ? { optionIds: optionIds(question, question.showsHelpFor) } : null,
    created_at: at,
  }))

function conditionsOf({ onlyAfter }: Placed[number], placed: Placed) {
  if (!onlyAfter) return []
  const asked = known(placed, ({ key }) => key === onlyAfter.key)
  return [{ questionId: asked.id, operator: 'IN', value: optionIds(asked, onlyAfter.labels) }]
}

const optionRows = (placed: Placed) =>
  placed.flatMap(({ revisionId, options }) =>
    options.map(({ id, label, score, isExclusive }, position) => ({
      revision_id: revisionId,
      option_id: id,
      position,
      label,
      score: score ?? null,
      is_exclusive: isExclusive ?? false,
    })),
  )
