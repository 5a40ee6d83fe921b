import type { QuestionTexts } from './question.ts'
import type { Band } from './scoring.ts'

/** What there is in the language asked for, else in its base language. */
function inLanguage<T>(translations: Record<string, T>, tag: string): T | undefined {
  const wanted = tag.toLowerCase()
  const found = (name: string | undefined) =>
    Object.entries(translations).find(([language]) => language.toLowerCase() === name)?.[1]
  return found(wanted) ?? found(wanted.split('-')[0])
}

/** What a question says to somebody; what is not translated stays as it was written. */
export const textsOf = (translations: Record<string, QuestionTexts>, tag: string): QuestionTexts =>
  inLanguage(translations, tag) ?? {}

export const labelOf = ({ translations = {}, label }: Band, tag: string): string =>
  inLanguage(translations, tag) ?? label
