import { Json } from './json.ts'

/*
 * A card is JSON that was finished when what it shows was written, with holes for what depends on who
 * reads it and when. It is kept as text beside its row. A hole is a control character, which no JSON
 * contains as it is.
 */

const addressHole = '\u0001'
const firstHole = 0x0e
const mostHoles = 18
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the holes
const anyHole = /[\u0001\u000e-\u001f]/g

/** Stands for this server's address at the beginning of a text, such as that of a picture. */
export const ownAddress = addressHole

/**
 * Stands for a value that is not known before somebody reads.
 * @param index which of the values given to `fill`, from 0 to 17
 */
export function hole<Value>(index: number): Value {
  if (index < 0 || index >= mostHoles) throw new RangeError(`a card has no hole ${index}`)
  return String.fromCharCode(firstHole + index) as Value
}

// A quote before the escape tells a hole from an escape that somebody wrote as text, whose own backslash
// is escaped.
const wholeHole = /"\\u00(0e|0f|1[0-9a-f])"/g
const atAddress = /"\\u0001/g

/** @param value what the card shows, with `hole` and `ownAddress` in it */
export const cardOf = (value: unknown): string =>
  JSON.stringify(value)
    .replace(wholeHole, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(atAddress, `"${addressHole}`)

/**
 * @param address of this server, as its settings have it
 * @param values the JSON of each hole, by its index
 */
export function fill<Shape>(card: string, address: string, values: readonly string[]): Json<Shape> {
  const text = card.replace(anyHole, (found) => {
    if (found === addressHole) return address
    const value = values[found.charCodeAt(0) - firstHole]
    if (value === undefined) throw new Error('a hole of a card has no value')
    return value
  })
  return new Json(text)
}
