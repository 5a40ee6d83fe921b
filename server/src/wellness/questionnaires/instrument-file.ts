import { type Static, Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { Decimal, Line, Text } from '../../platform/operation/schema.ts'
import { languagePattern } from '../accounts/public.ts'
import type { NewRevision } from './queries.ts'
import type { Scoring } from './scoring.ts'
import { Instrument, mostQuestions } from './shapes.ts'

const Key = Text(1, 40, { pattern: '^[A-Za-z0-9_-]+$', example: 'q1' })
const Label = Text(1, 200, { example: 'Several days' })

const byLanguage = <T>(schema: object) =>
  Type.Unsafe<Record<string, T>>({
    type: 'object',
    maxProperties: 30,
    propertyNames: { pattern: languagePattern, maxLength: 35 },
    additionalProperties: schema,
    description: 'by language',
  })

interface Translated {
  introduction?: string
  labels?: string[]
  questions?: string[]
}

/** A scale that was published: its wordings, and how it is counted. */
export const InstrumentFile = Type.Object(
  {
    instrument: Instrument,
    source: Line(1, 500, {
      description: 'where the wordings come from, and on what terms',
      example: 'Kroenke, Spitzer, Williams 2001; free to use',
    }),
    introduction: Type.Optional(
      Text(1, 500, {
        description: 'stands with each question',
        example: 'How often have you been bothered by this over the last two weeks?',
      }),
    ),
    labels: Type.Array(Label, {
      minItems: 2,
      maxItems: 50,
      description: 'the answers to each question, in order',
      examples: [['Not at all', 'Several days']],
    }),
    scores: Type.Array(Decimal(-100, 100), {
      minItems: 2,
      maxItems: 50,
      description: 'what each answer scores',
      examples: [[0, 1]],
    }),
    questions: Type.Array(
      Type.Object({
        key: Key,
        text: Text(1, 500, { example: 'Feeling tired or having little energy' }),
        showsHelpFrom: Type.Optional(
          Decimal(-100, 100, { description: 'the score from which help is shown at once' }),
        ),
      }),
      { minItems: 1, maxItems: mostQuestions },
    ),
    factor: Type.Optional(
      Decimal(0.001, 1000, { description: 'what the sum is multiplied by; 1 unless said' }),
    ),
    bands: Type.Array(
      Type.Object({
        from: Decimal(-1e6, 1e6),
        key: Key,
        label: Label,
        translations: Type.Optional(
          byLanguage<string>({ type: 'string', minLength: 1, maxLength: 200, examples: ['mild'] }),
        ),
      }),
      { maxItems: 20, description: 'from the lowest score on' },
    ),
    translations: Type.Optional(
      byLanguage<Translated>({
        type: 'object',
        properties: {
          introduction: Text(1, 500, { example: 'Wie oft …?' }),
          labels: Type.Array(Label, { maxItems: 50 }),
          questions: Type.Array(Text(1, 500, { example: 'Müdigkeit' }), { maxItems: mostQuestions }),
        },
        additionalProperties: false,
      }),
    ),
  },
  { title: 'QuestionnaireImport' },
)
export type InstrumentFile = Static<typeof InstrumentFile>

/** A mistake that a schema cannot find: at which field, and what. */
export function mistakeIn(file: InstrumentFile): { path: string; message: string } | undefined {
  const { labels, scores, questions, bands, translations = {} } = file
  if (scores.length !== labels.length) return { path: 'scores', message: 'needs one for each label' }
  if (new Set(questions.map(({ key }) => key)).size < questions.length)
    return { path: 'questions', message: 'has two of one key' }
  if (bands.some(({ from }, index) => index > 0 && from <= (bands[index - 1]?.from ?? from)))
    return { path: 'bands', message: 'must go upwards' }
  for (const [language, { labels: own, questions: asked }] of Object.entries(translations)) {
    if (own && own.length !== labels.length)
      return { path: `translations.${language}.labels`, message: 'needs one for each label' }
    if (asked && asked.length !== questions.length)
      return { path: `translations.${language}.questions`, message: 'needs one for each question' }
  }
  return undefined
}

/** The questions of a file with ids of their own, and how they are counted. */
export function questionsOf(file: InstrumentFile): { revisions: NewRevision[]; scoring: Scoring } {
  const { introduction, labels, scores, questions, factor = 1, bands, translations = {} } = file
  const revisions = questions.map(({ text, showsHelpFrom }, index): NewRevision => {
    const options = labels.map((label, at) => ({
      id: newId(),
      label,
      score: scores[at] ?? null,
      isExclusive: false,
    }))
    const inLanguage = ({ introduction: helpText, labels: own, questions: asked }: Translated) => ({
      ...(asked ? { question: asked[index] ?? text } : {}),
      ...(helpText === undefined ? {} : { helpText }),
      ...(own ? { options: Object.fromEntries(options.map(({ id }, at) => [id, own[at] ?? ''])) } : {}),
    })
    return {
      id: newId(),
      questionId: newId(),
      text,
      help_text: introduction ?? null,
      type: 'SINGLE_CHOICE',
      min: null,
      max: null,
      step: null,
      is_required: true,
      is_sensitive: true,
      enable_when: [],
      safety_rule: showsHelpFrom === undefined ? null : { minScore: showsHelpFrom },
      translations: Object.fromEntries(
        Object.entries(translations).map(([language, texts]) => [language, inLanguage(texts)]),
      ),
      options,
    }
  })
  return { revisions, scoring: { items: revisions.map(({ questionId }) => questionId), factor, bands } }
}
