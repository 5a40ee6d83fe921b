import type { Db } from '../../platform/db/database.ts'
import { publishInstrument } from './publication.ts'
import type { NewRevision } from './queries.ts'
import type { Condition, Option, QuestionTexts, QuestionType } from './question.ts'

export { type Answering, type Recorded, recordAnswers } from './answer-recording.ts'
export { answersOf } from './answered.ts'
export { answerInvalid, noSuchAnswers, questionnaireChanged } from './problems.ts'
export { AnswerSet, presentScore, presentStatus, QuestionnaireData, Score, setStatuses } from './shapes.ts'
export { publishShipped } from './shipped.ts'

/** A question that nobody was asked before; it and its options have ids already, since others name them. */
export interface NewQuestion {
  id: string
  revisionId: string
  text: string
  helpText: string | null
  type: QuestionType
  range: { min: number; max: number; step: number } | null
  isRequired: boolean
  isSensitive: boolean
  /** Asked only where all of them hold. */
  enableWhen: Condition[]
  /** The answers that show where help is to be had. */
  safetyRule: { optionIds: string[] } | null
  /** By language tag. */
  translations: Record<string, QuestionTexts>
  options: Option[]
}

/** Publishes new questions, in their order, as the first version of a questionnaire such as `onboarding`. */
export async function publishQuestionnaire(
  db: Db,
  instrument: string,
  questions: readonly NewQuestion[],
  at: Date,
): Promise<void> {
  const revisions = questions.map(
    ({ id, revisionId, text, helpText, type, range, isRequired, isSensitive, ...question }): NewRevision => ({
      id: revisionId,
      questionId: id,
      text,
      help_text: helpText,
      type,
      min: range?.min ?? null,
      max: range?.max ?? null,
      step: range?.step ?? null,
      is_required: isRequired,
      is_sensitive: isSensitive,
      enable_when: question.enableWhen,
      safety_rule: question.safetyRule,
      translations: question.translations,
      options: question.options,
    }),
  )
  await publishInstrument(db, { instrument, revisions, scoring: null }, at)
}
