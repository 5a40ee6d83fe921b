export const types = ['SINGLE_CHOICE', 'MULTI_CHOICE', 'SCALE', 'NUMBER', 'TEXT', 'DATE', 'BOOLEAN'] as const
export type QuestionType = (typeof types)[number]

export const operators = ['EQ', 'NE', 'IN', 'GT', 'LT', 'EXISTS'] as const

export interface Condition {
  questionId: string
  operator: (typeof operators)[number]
  /** An id of an option or several of them, a number, a text, a date, or yes or no. */
  value: string | number | boolean | string[]
}

export interface Option {
  id: string
  label: string
  score: number | null
  isExclusive: boolean
}

/** The answers that show where help is to be had: from a score on, or some of the options. */
export interface SafetyRule {
  minScore?: number
  optionIds?: string[]
}

/** What a question says in another language; the labels by the ids of the options. */
export interface QuestionTexts {
  question?: string
  helpText?: string
  options?: Record<string, string>
}

/** What a question says, asks for and depends on. */
export interface QuestionContent {
  text: string
  help_text: string | null
  type: QuestionType
  min: number | null
  max: number | null
  step: number | null
  is_required: boolean
  is_sensitive: boolean
  /** Asked only where all of them hold. */
  enable_when: Condition[]
  safety_rule: SafetyRule | null
  /** By language tag. */
  translations: Record<string, QuestionTexts>
  options: Option[]
}

/** A question as one version of its questionnaire asks it. */
export interface AskedQuestion extends QuestionContent {
  id: string
  revision_id: string
}

export const isChoice = (type: QuestionType): boolean => type === 'SINGLE_CHOICE' || type === 'MULTI_CHOICE'
