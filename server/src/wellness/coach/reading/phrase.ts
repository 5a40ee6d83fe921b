import { foldWord, sentenceEnd } from './fold.ts'

/**
 * Compiles phrases to one expression over ` word word word`. In a phrase words stand apart; `a|b` is one or
 * the other, `two_words` stand together, `word?` may be missing, `*` is up to three words, `**` up to six, and `.` the end
 * of a sentence.
 */
export const anyOf = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?:${phrases.map(sourceOf).join('|')})(?= |$)`, 'g')

const anyWord = `(?!${sentenceEnd})[a-z0-9]+`

const sourceOf = (phrase: string): string => phrase.split(' ').map(slotOf).join('')

const foldedWords = (words: string): string => words.split('_').map(foldWord).join(' ')

function slotOf(slot: string): string {
  if (slot === '*') return `(?: ${anyWord}){0,3}`
  if (slot === '**') return `(?: ${anyWord}){0,6}`
  if (slot === '.') return `(?= ${sentenceEnd}|$)`
  const isOptional = slot.endsWith('?')
  const words = (isOptional ? slot.slice(0, -1) : slot).split('|').map(foldedWords)
  return isOptional ? `(?: (?:${words.join('|')}))?` : ` (?:${words.join('|')})`
}
