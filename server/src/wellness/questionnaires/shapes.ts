import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  Decimal,
  Id,
  Instant,
  Integer,
  Nullable,
  OneOf,
  Shown,
  Text,
  Timestamp,
} from '../../platform/operation/schema.ts'
import { languagePattern } from '../accounts/public.ts'
import { textsIn } from '../texts.ts'
import type { KeptAnswer } from './answers.ts'
import { QuestionId } from './ids.ts'
import { labelOf, textsOf } from './localizing.ts'
import type { QuestionRow, RevisionRow } from './queries.ts'
import { type AskedQuestion, operators, types } from './question.ts'
import { mostOf, type Result, type Scoring } from './scoring.ts'
import type { SetStatus } from './serving.ts'

export const mostQuestions = 200

export const Instrument = Text(1, 40, {
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'the questionnaire that is meant',
  example: 'onboarding',
})

const EnableWhen = Type.Array(
  Type.Object({
    questionId: QuestionId,
    operator: OneOf(operators),
    value: Type.Union([
      Type.String({ maxLength: 200, examples: ['0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'] }),
      Decimal(-1e9, 1e9),
      Type.Boolean(),
      Type.Array(Type.String({ maxLength: 200, examples: ['0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'] }), {
        minItems: 1,
        maxItems: 50,
      }),
    ]),
  }),
  { maxItems: 10, description: 'asked only where all of them hold; options are named by their ids' },
)

const SafetyRule = Type.Object(
  {
    minScore: Type.Optional(Decimal(-100_000, 100_000)),
    optionIds: Type.Optional(
      Type.Array(QuestionId, {
        minItems: 1,
        maxItems: 50,
        description: 'ids as the options of this body have them',
      }),
    ),
  },
  { description: 'the answers after which help is shown' },
)

const Label = Text(1, 200, { example: 'Several days' })

const translated = {
  question: Type.Optional(Text(1, 500, { example: 'Wie schlafen Sie?' })),
  helpText: Type.Optional(Text(0, 500, { example: 'In den letzten zwei Wochen.' })),
  options: Type.Optional(
    Type.Array(Label, { maxItems: 50, description: 'the labels, in the order of the options' }),
  ),
}
type Translated = Static<ReturnType<typeof translation>>
const translation = () => Type.Object(translated)

const Translations = Type.Unsafe<Record<string, Translated>>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { pattern: languagePattern, maxLength: 35 },
  additionalProperties: translation(),
  description: 'by language',
})

const content = {
  question: Type.Optional(Text(1, 500, { example: 'How do you sleep?' })),
  title: Type.Optional(
    Text(1, 500, { description: 'another name of question', example: 'How do you sleep?' }),
  ),
  options: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional({
          ...QuestionId,
          description: 'of an option that the question has; of a new one, what else in this body names it by',
        }),
        label: Label,
        score: Type.Optional(Nullable(Decimal(-100, 100))),
        exclusive: Type.Optional(Type.Boolean({ description: 'chosen alone, such as “none of these”' })),
      }),
      { maxItems: 50, description: 'of choices: two or more' },
    ),
  ),
  min: Type.Optional(Nullable(Decimal(-1e9, 1e9))),
  max: Type.Optional(Nullable(Decimal(-1e9, 1e9))),
  step: Type.Optional(Nullable(Decimal(1e-6, 1e9))),
  isRequired: Type.Optional(Type.Boolean({ description: 'true unless said' })),
  order: Type.Optional(Integer(0, 10_000, { description: 'last when left out' })),
  helpText: Type.Optional(Nullable(Text(0, 500, { example: 'In the last two weeks.' }))),
  enableWhen: Type.Optional(EnableWhen),
  sensitive: Type.Optional(Type.Boolean({ description: 'true unless said' })),
  safetyRule: Type.Optional(Nullable(SafetyRule)),
  translations: Type.Optional(Translations),
  status: Type.Optional(OneOf(['ACTIVE', 'INACTIVE'])),
  askAgain: Type.Optional(
    Type.Boolean({
      description: 'those who answered an earlier version are told, and asked what is new; false unless said',
    }),
  ),
}

export const CreateQuestion = Type.Object(
  { type: OneOf(types), instrument: Type.Optional({ ...Instrument, default: 'onboarding' }), ...content },
  { title: 'CreateAdminQuestionnaireDto' },
)
export const UpdateQuestion = Type.Object(
  {
    type: Type.Optional(OneOf(types)),
    ...content,
    version: Type.Optional(Integer(0, 2_000_000_000, { description: 'the version that this was made from' })),
  },
  { title: 'UpdateAdminQuestionnaireDto' },
)
export type SentContent = Static<typeof UpdateQuestion>

const shownOption = { id: Id, label: Shown('Several days') }

export const QuestionRecord = Type.Object(
  {
    id: Id,
    instrument: Shown('onboarding'),
    instrumentVersion: Type.Integer({ description: 'the newest published version of the questionnaire' }),
    version: Type.Integer({ description: 'of this question; what an update may say it was made from' }),
    status: OneOf(['ACTIVE', 'INACTIVE', 'RETIRED']),
    order: Type.Integer(),
    question: Shown('How do you sleep?'),
    helpText: Nullable(Shown('In the last two weeks.')),
    type: OneOf(types),
    options: Type.Array(
      Type.Object({ ...shownOption, score: Nullable(Type.Number()), exclusive: Type.Boolean() }),
    ),
    min: Nullable(Type.Number()),
    max: Nullable(Type.Number()),
    step: Nullable(Type.Number()),
    isRequired: Type.Boolean(),
    sensitive: Type.Boolean(),
    enableWhen: EnableWhen,
    safetyRule: Nullable(SafetyRule),
    translations: Translations,
    hasAnswers: Type.Boolean({ description: 'it can be retired, and not deleted' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'AdminQuestion' },
)

export function presentQuestion(row: QuestionRow): Static<typeof QuestionRecord> {
  return {
    id: row.id,
    instrument: row.instrument,
    instrumentVersion: row.instrument_version,
    version: row.version,
    status: row.status,
    order: row.place,
    question: row.text,
    helpText: row.help_text,
    type: row.type,
    options: row.options.map(({ isExclusive: exclusive, ...option }) => ({ ...option, exclusive })),
    min: row.min,
    max: row.max,
    step: row.step,
    isRequired: row.is_required,
    sensitive: row.is_sensitive,
    enableWhen: row.enable_when,
    safetyRule: row.safety_rule,
    translations: presentTranslations(row),
    hasAnswers: row.is_answered,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const presentTranslations = ({ translations, options }: QuestionRow): Record<string, Translated> =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { options: labels, ...texts }]) => [
      language,
      { ...texts, ...(labels ? { options: options.map(({ id, label }) => labels[id] ?? label) } : {}) },
    ]),
  )

/** A count that could be about few enough to know them is not said; others are told by fives. */
const Count = Nullable(Type.Integer({ minimum: 5 }), 'rounded down to fives; null where it is under five')
const fewest = 5
const presentCount = (total = 0): number | null => (total < fewest ? null : total - (total % fewest))

export const QuestionDetail = Type.Object(
  {
    ...QuestionRecord.properties,
    history: Type.Array(
      Type.Object({
        revision: Type.Integer(),
        question: Shown('How do you sleep?'),
        type: OneOf(types),
        options: Type.Array(Type.Object(shownOption)),
        createdAt: Timestamp,
      }),
      { description: 'what it said over time, the newest first' },
    ),
    counts: Type.Object({
      answers: Count,
      helpShown: Count,
      byAnswer: Type.Array(
        Type.Object({
          answer: Shown('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01', 'the id of an option, or a value'),
          count: Count,
        }),
      ),
    }),
  },
  { title: 'AdminQuestionDetail' },
)

export function presentDetail(
  row: QuestionRow,
  {
    revisions,
    counts,
  }: { revisions: readonly RevisionRow[]; counts: readonly { counted: string; total: number }[] },
): Static<typeof QuestionDetail> {
  const totals = new Map(counts.map(({ counted, total }) => [counted, total]))
  const answers = [
    ...row.options.map(({ id }) => id),
    ...[...totals.keys()].filter((counted) =>
      row.type === 'SCALE' || row.type === 'BOOLEAN' ? !/^[A-Z]/.test(counted) : false,
    ),
  ]
  return {
    ...presentQuestion(row),
    history: revisions.map(({ number, text, type, options, created_at }) => ({
      revision: number,
      question: text,
      type: type as AskedQuestion['type'],
      options,
      createdAt: created_at.toISOString(),
    })),
    counts: {
      answers: presentCount(totals.get('ANSWERED')),
      helpShown: presentCount(totals.get('HELP_SHOWN')),
      byAnswer: answers.map((answer) => ({ answer, count: presentCount(totals.get(answer)) })),
    },
  }
}

/** An answer as an app sends it. */
export const QuestionnaireData = Type.Object(
  {
    questionId: QuestionId,
    optionIds: Type.Optional(Type.Array(QuestionId, { maxItems: 50, description: 'of choices' })),
    value: Type.Optional(
      Type.Union([Decimal(-1e9, 1e9), Type.Boolean()], { description: 'of scales, numbers, and yes or no' }),
    ),
    text: Type.Optional(Text(0, 2000, { example: 'The neighbours.' })),
    date: Type.Optional(CalendarDate),
    skipped: Type.Optional(Type.Boolean({ description: 'rather not say; of questions that need no answer' })),
    answeredAt: Type.Optional(Instant),
  },
  { title: 'questionnaireData' },
)

export const GivenAnswer = Type.Object({
  questionId: Id,
  optionIds: Type.Optional(Type.Array(Id)),
  value: Type.Optional(Type.Union([Type.Number(), Type.Boolean()])),
  text: Type.Optional(Shown('The neighbours.')),
  date: Type.Optional(CalendarDate),
  skipped: Type.Optional(Type.Boolean()),
  answeredAt: Timestamp,
})

export const presentAnswer = (answer: KeptAnswer): Static<typeof GivenAnswer> => ({
  questionId: answer.questionId,
  ...(answer.optionIds ? { optionIds: answer.optionIds } : {}),
  ...(answer.value === undefined ? {} : { value: answer.value }),
  ...(answer.text === undefined ? {} : { text: answer.text }),
  ...(answer.date === undefined ? {} : { date: answer.date }),
  ...(answer.isSkipped ? { skipped: true } : {}),
  answeredAt: new Date(answer.at).toISOString(),
})

export const Score = Type.Object(
  {
    instrument: Shown('phq-9'),
    version: Type.Integer(),
    status: OneOf(['SCORED', 'INCOMPLETE']),
    score: Nullable(Type.Number(), 'null unless every question that counts is answered'),
    max: Type.Number(),
    band: Nullable(Type.Object({ key: Shown('mild'), label: Shown('mild') })),
    note: Shown('For your information only: this is not a diagnosis.'),
  },
  { title: 'QuestionnaireScore' },
)

/** What answers came to, in somebody's language; undefined where nothing is counted. */
export function presentScore(
  of: {
    instrument: string
    number: number
    scoring: Scoring | null
    questions: readonly AskedQuestion[]
    result: Result | null
  },
  tag: string,
): Static<typeof Score> | undefined {
  const { instrument, number: version, scoring, questions, result } = of
  if (!scoring || !result) return undefined
  const band = scoring.bands.find(({ key }) => key === result.band)
  return {
    instrument,
    version,
    status: result.score === null ? 'INCOMPLETE' : 'SCORED',
    score: result.score,
    max: mostOf(scoring, questions),
    band: band ? { key: band.key, label: labelOf(band, tag) } : null,
    note: textsIn(tag).questionnaire.notADiagnosis,
  }
}

export const setStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED'] as const

/** What a status of a set is called to its owner; that it was corrected is told beside it. */
export const presentStatus = (status: SetStatus | null): (typeof setStatuses)[number] =>
  status === null ? 'NOT_STARTED' : status === 'AMENDED' ? 'COMPLETED' : status

export const Questionnaire = Type.Object(
  {
    instrument: Shown('onboarding'),
    version: Type.Integer(),
    newerVersion: Nullable(
      Type.Integer(),
      'the version that new people are asked; null where it is this one',
    ),
    status: OneOf(setStatuses),
    answerSetId: Nullable(Id),
    isAmended: Type.Boolean({ description: 'the answers were corrected after they were complete' }),
    questions: Type.Array(
      Type.Object({
        id: Id,
        question: Shown('How do you sleep?'),
        helpText: Nullable(Shown('In the last two weeks.')),
        type: OneOf(types),
        options: Type.Array(Type.Object({ ...shownOption, exclusive: Type.Boolean() })),
        min: Nullable(Type.Number()),
        max: Nullable(Type.Number()),
        step: Nullable(Type.Number()),
        isRequired: Type.Boolean(),
        sensitive: Type.Boolean(),
        enableWhen: EnableWhen,
      }),
    ),
    answers: Type.Array(GivenAnswer),
    score: Nullable(Score),
  },
  { title: 'Questionnaire' },
)

export function presentAsked(question: AskedQuestion, tag: string) {
  const texts = textsOf(question.translations, tag)
  return {
    id: question.id,
    question: texts.question ?? question.text,
    helpText: texts.helpText ?? question.help_text,
    type: question.type,
    options: question.options.map(({ id, label, isExclusive: exclusive }) => ({
      id,
      label: texts.options?.[id] ?? label,
      exclusive,
    })),
    min: question.min,
    max: question.max,
    step: question.step,
    isRequired: question.is_required,
    sensitive: question.is_sensitive,
    enableWhen: question.enable_when,
  }
}

export const AnswerSet = Type.Object(
  {
    id: Id,
    instrument: Shown('phq-9'),
    version: Type.Integer(),
    status: OneOf(setStatuses),
    amends: Nullable(Id, 'the answers that these took the place of'),
    startedAt: Timestamp,
    completedAt: Nullable(Timestamp),
    score: Nullable(Score),
    answers: Type.Array(GivenAnswer),
  },
  { title: 'QuestionnaireAnswers' },
)
