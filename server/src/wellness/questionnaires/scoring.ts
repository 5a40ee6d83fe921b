import { type Given, scoreOf } from './answers.ts'
import type { AskedQuestion } from './question.ts'

export interface Band {
  /** The score that it begins with. */
  from: number
  key: string
  label: string
  /** By language tag. */
  translations?: Record<string, string>
}

/** How a questionnaire is counted: what its answers score is added up, and multiplied. */
export interface Scoring {
  /** The questions that count. Where one of them is not asked any more, nothing is counted. */
  items: string[]
  factor: number
  /** In their order. */
  bands: Band[]
}

export interface Result {
  /** Null unless every question that counts is answered. */
  score: number | null
  /** The key of the band that the score lies in. */
  band: string | null
}

/** What answers come to. */
export function resultOf(
  { items, factor, bands }: Scoring,
  questions: readonly AskedQuestion[],
  answers: ReadonlyMap<string, Given>,
): Result {
  const scores = items.map((item) => {
    const question = questions.find(({ id }) => id === item)
    return question && scoreOf(answers.get(item), question)
  })
  let sum = 0
  for (const score of scores) {
    if (score === undefined) return { score: null, band: null }
    sum += score
  }
  // Sums of tenths are tenths.
  const score = Math.round(sum * factor * 1000) / 1000
  return { score, band: bands.findLast(({ from }) => score >= from)?.key ?? null }
}

/** The most that can be scored. */
export function mostOf({ items, factor }: Scoring, questions: readonly AskedQuestion[]): number {
  const most = items.map((item) => {
    const question = questions.find(({ id }) => id === item)
    const scores = (question?.options ?? []).map(({ score }) => score ?? 0)
    return question?.type === 'MULTI_CHOICE'
      ? scores.reduce((sum, score) => sum + Math.max(0, score), 0)
      : Math.max(question?.max ?? 0, ...scores)
  })
  return most.reduce((sum, score) => sum + score, 0) * factor
}
