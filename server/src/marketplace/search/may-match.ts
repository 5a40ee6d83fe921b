import { unquoted } from './category-words.ts'

/** Whether somebody who has these words may be meant. */
export type MayMatch = (words: ReadonlySet<string>) => boolean

const anything: MayMatch = () => true
const part = /\s*('(?:[^']|'')*'(?::[A-D*]+)?|<(?:-|\d+)>|[()&|!])/y

/**
 * What a tsquery asks for, from its text, as far as words alone tell: it says yes to all that PostgreSQL finds, and to what has
 * the words in another order or where they count for less. Neither beginnings of words nor what is not wanted is looked at.
 */
export function mayMatch(text: string): MayMatch {
  const parts: string[] = []
  part.lastIndex = 0
  for (let found = part.exec(text); found; found = part.exec(text)) parts.push(found[1] ?? '')
  let at = 0
  const joined = (one: () => MayMatch, signs: RegExp, join: (all: MayMatch[]) => MayMatch): MayMatch => {
    const all = [one()]
    while (signs.test(parts[at] ?? '')) {
      at += 1
      all.push(one())
    }
    return all.length === 1 ? (all[0] ?? anything) : join(all)
  }
  const either = (): MayMatch => joined(both, /^\|$/, (all) => (words) => all.some((each) => each(words)))
  const both = (): MayMatch =>
    joined(single, /^(&|<.*)$/, (all) => (words) => all.every((each) => each(words)))
  const single = (): MayMatch => {
    const sign = parts[at] ?? ''
    at += 1
    if (sign === '!') {
      single()
      return anything
    }
    if (sign === '(') {
      const inner = either()
      at += 1
      return inner
    }
    const end = sign.lastIndexOf("'")
    if (end < 1 || sign.slice(end).includes('*')) return anything
    const word = unquoted(sign.slice(0, end + 1))
    return (words) => words.has(word)
  }
  return either()
}
