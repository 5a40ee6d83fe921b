import type { AskedQuestion, Option } from './question.ts'

/** What somebody gave: what it is depends on the question's type. */
export interface Given {
  /** Of choices. */
  optionIds?: string[]
  /** Of a scale or a number; yes or no. */
  value?: number | boolean
  text?: string
  date?: string
  /** They would rather not say; of questions that need no answer. */
  isSkipped?: true
}

/** What is kept of it, sealed. */
export interface KeptAnswer extends Given {
  questionId: string
  /** The wording that was answered. */
  revisionId: string
  /** When it was given, in milliseconds. */
  at: number
  /** What it is counted as, so that it can be counted out again. */
  counted: string[]
  /** Help was shown after it. */
  isAtRisk?: true
}

/** As it comes with a request. */
export interface SentAnswer {
  questionId: string
  optionIds?: string[]
  value?: number | boolean
  text?: string
  date?: string
  skipped?: boolean
  /** When it was given, where that was before it could be sent. */
  at: number
}

export interface Mistake {
  rule: string
  message: string
}

/** Reads an answer as its question wants it. @returns what is wrong with it otherwise. */
export function read(sent: SentAnswer, question: AskedQuestion): Given | Mistake {
  if (sent.skipped === true)
    return question.is_required ? wrong('required', 'needs an answer') : { isSkipped: true }
  switch (question.type) {
    case 'SINGLE_CHOICE':
    case 'MULTI_CHOICE':
      return readChoice(sent, question)
    case 'SCALE':
    case 'NUMBER':
      return readNumber(sent, question)
    case 'BOOLEAN': {
      const { value } = sent
      if (value === undefined) return wrong('required', 'needs a value: true or false')
      return typeof value === 'boolean' || value === 0 || value === 1
        ? { value: Boolean(value) }
        : wrong('boolean', 'must be true or false')
    }
    case 'DATE':
      return sent.date ? { date: sent.date } : wrong('date', 'needs a date')
    case 'TEXT':
      return sent.text ? { text: sent.text } : wrong('required', 'needs a text')
  }
}

export const isMistake = (of: Given | Mistake): of is Mistake => 'rule' in of

function readChoice({ optionIds = [] }: SentAnswer, { type, options }: AskedQuestion): Given | Mistake {
  const chosen = options.filter(({ id }) => optionIds.includes(id))
  if (optionIds.length === 0) return wrong('required', 'needs an option')
  if (chosen.length < optionIds.length)
    return wrong('option', 'has an option that the question does not have')
  if (type === 'SINGLE_CHOICE' && chosen.length > 1) return wrong('single', 'takes one option')
  if (chosen.length > 1 && chosen.some(({ isExclusive }) => isExclusive))
    return wrong('exclusive', 'has an option that is chosen alone')
  return { optionIds: chosen.map(({ id }) => id) }
}

function readNumber({ value }: SentAnswer, { min, max, step }: AskedQuestion): Given | Mistake {
  if (typeof value !== 'number') return wrong('required', 'needs a number')
  if (min !== null && value < min) return wrong('minimum', `must be at least ${min}`)
  if (max !== null && value > max) return wrong('maximum', `must be at most ${max}`)
  const steps = step === null ? 0 : (value - (min ?? 0)) / step
  if (Math.abs(steps - Math.round(steps)) > 1e-9) return wrong('step', `must be in steps of ${step}`)
  return { value }
}

const wrong = (rule: string, message: string): Mistake => ({ rule, message })

/** Whether two answers say the same. */
export const saysTheSame = (one: Given | undefined, other: Given | undefined): boolean =>
  JSON.stringify(essence(one)) === JSON.stringify(essence(other))

const essence = (given: Given | undefined) =>
  given && [given.optionIds, given.value, given.text, given.date, given.isSkipped]

/** What an answer scores: that of its options, or the number itself. @returns undefined when it scores nothing. */
export function scoreOf(
  given: Given | undefined,
  { options }: Pick<AskedQuestion, 'options'>,
): number | undefined {
  if (given === undefined) return undefined
  if (typeof given.value === 'number') return given.value
  const scores = chosenOf(given, options).flatMap(({ score }) => (score === null ? [] : [score]))
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0)
}

const chosenOf = ({ optionIds = [] }: Given, options: readonly Option[]) =>
  options.filter(({ id }) => optionIds.includes(id))

/** Whether an answer is one after which help is shown. */
export function asksForHelp(
  given: Given | undefined,
  question: Pick<AskedQuestion, 'options' | 'safety_rule'>,
): boolean {
  const { safety_rule: rule } = question
  if (!rule || given === undefined) return false
  const score = scoreOf(given, question)
  return (
    (rule.minScore !== undefined && score !== undefined && score >= rule.minScore) ||
    (given.optionIds ?? []).some((id) => rule.optionIds?.includes(id))
  )
}

/** What an answer is counted as, for everybody together; texts, numbers and dates are counted as answers only. */
export function countedAs(given: Given | undefined, { type }: Pick<AskedQuestion, 'type'>): string[] {
  if (given === undefined || given.isSkipped) return []
  const values = type === 'SCALE' || type === 'BOOLEAN' ? [String(given.value)] : (given.optionIds ?? [])
  return ['ANSWERED', ...values]
}
