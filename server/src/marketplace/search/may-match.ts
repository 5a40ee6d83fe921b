import { unquoted } from './category-words.ts'

/** Those that have a word, by the word. */
export type ByWord<Item> = ReadonlyMap<string, ReadonlySet<Item>>

/** Those that may be meant; null for any. */
type Meant<Item> = ReadonlySet<Item> | null

const part = /\s*('(?:[^']|'')*'(?::[A-D*]+)?|<(?:-|\d+)>|[()&|!])/y

const isSome = <Item>(meant: Meant<Item>): meant is ReadonlySet<Item> => meant !== null

/**
 * Those that a tsquery may ask for, from its text, as far as words alone tell: all that PostgreSQL finds, and what has the words
 * in another order or where they count for less. Neither beginnings of words nor what is not wanted is looked at.
 * @returns null where that leaves any
 */
export function mayMatch<Item>(text: string, ofWord: ByWord<Item>): ReadonlySet<Item> | null {
  const parts: string[] = []
  part.lastIndex = 0
  for (let found = part.exec(text); found; found = part.exec(text)) parts.push(found[1] ?? '')
  let at = 0
  const listed = (one: () => Meant<Item>, signs: RegExp): Meant<Item>[] => {
    const all = [one()]
    while (signs.test(parts[at] ?? '')) {
      at += 1
      all.push(one())
    }
    return all
  }
  const either = (): Meant<Item> => {
    const all = listed(both, /^\|$/)
    return all.every(isSome) ? new Set(all.flatMap((some) => [...some])) : null
  }
  const both = (): Meant<Item> => {
    const [fewest, ...others] = listed(single, /^(&|<.*)$/)
      .filter(isSome)
      .sort((one, other) => one.size - other.size)
    return fewest ? new Set([...fewest].filter((item) => others.every((some) => some.has(item)))) : null
  }
  const single = (): Meant<Item> => {
    const sign = parts[at] ?? ''
    at += 1
    if (sign === '!') {
      single()
      return null
    }
    if (sign === '(') {
      const inner = either()
      at += 1
      return inner
    }
    const end = sign.lastIndexOf("'")
    if (end < 1 || sign.slice(end).includes('*')) return null
    return ofWord.get(unquoted(sign.slice(0, end + 1))) ?? new Set()
  }
  return either()
}
