import { createHmac, getRandomValues, randomBytes } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Randomness for a few hundred ids at a time: asking for it costs more than making an id of it. */
const words = new Uint32Array(1024)
let used = words.length

function nextUint32(): number {
  if (used === words.length) {
    getRandomValues(words)
    used = 0
  }
  const word = words[used] as number
  used += 1
  return word
}

const generator = new V7Generator({ nextUint32 })

/** A time-ordered identifier: UUIDv7 in canonical text form, monotonic within the process. */
export const newId = (): string => generator.generate().toString()

/** An unguessable token of 256 bits, base64url. Used where an id must not reveal its time. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A secret that everybody who has the first makes alike for a name, and that does not tell the first. */
export const derivedSecret = (secret: string, name: string): string =>
  createHmac('sha256', secret).update(name).digest('base64url')
