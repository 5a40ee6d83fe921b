import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { type NewQuestion, publishQuestionnaire } from '../wellness/questionnaires/public.ts'
import type { Content } from './files.ts'
import { known } from './plan.ts'

type Questionnaire = Content['wellnessQuestionnaires'][number]
type Placed = ReturnType<typeof place>

/** The first version of each questionnaire. */
export async function writeQuestionnaires(db: Db, { wellnessQuestionnaires }: Content, at: Date) {
  for (const { instrument, questions } of wellnessQuestionnaires) {
    const placed = place(questions)
    await publishQuestionnaire(
      db,
      instrument,
      placed.map((question) => newQuestion(question, placed)),
      at,
    )
  }
}

const place = (questions: Questionnaire['questions']) =>
  questions.map((question) => ({
    ...question,
    id: newId(),
    options: (question.options ?? []).map(({ score = null, isExclusive = false, label, translations }) => ({
      id: newId(),
      label,
      score,
      isExclusive,
      translations,
    })),
  }))

const optionIds = ({ options }: Placed[number], labels: readonly string[]) =>
  labels.map((wanted) => known(options, ({ label }) => label === wanted).id)

const newQuestion = (question: Placed[number], placed: Placed): NewQuestion => ({
  id: question.id,
  revisionId: newId(),
  text: question.text,
  helpText: question.help ?? null,
  type: question.type,
  range: question.range ?? null,
  isRequired: !question.isOptional,
  isSensitive: !question.isHarmless,
  enableWhen: conditionsOf(question, placed),
  safetyRule: question.showsHelpFor ? { optionIds: optionIds(question, question.showsHelpFor) } : null,
  translations: { de: inGerman(question) },
  options: question.options.map(({ translations: _, ...option }) => option),
})

const inGerman = ({ translations: { de }, options }: Placed[number]) => ({
  question: de.text,
  ...(de.help === undefined ? {} : { helpText: de.help }),
  options: Object.fromEntries(options.map(({ id, translations }) => [id, translations.de.label])),
})

function conditionsOf({ onlyAfter }: Placed[number], placed: Placed): NewQuestion['enableWhen'] {
  if (!onlyAfter) return []
  const asked = known(placed, ({ key }) => key === onlyAfter.key)
  return [{ questionId: asked.id, operator: 'IN', value: optionIds(asked, onlyAfter.labels) }]
}
