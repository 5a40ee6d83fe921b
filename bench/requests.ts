// What requests are made of. Where one says something else each time that it is sent, it has a blank.
import { scattered } from './random.ts'

/** Different requests of each workload, from as many people. */
export const requests = 2048

/** Each as long as what is written over it. */
export const blanks = {
  /** A number that no request before had. */
  number: '{unique-number}',
  /** What the id of a listing ends with, of another one each time. */
  listing: '{a-listing-}',
  /** An hour ago. */
  moment: '{an-hour-ago-in-iso8601}',
  /** A word in quotes: done, and undone when the same person asks again. */
  mark: '{or-undo}',
}
type Kind = keyof typeof blanks

interface Blank {
  kind: Kind
  at: number
}

export interface Filling {
  /** Of the request in its sequence. */
  number: number
  /** Another one in every sequence, and in every run. */
  unique: number
  /** How many listings there are. */
  listings: number
}

/** Larger than those of an earlier run, since nobody sends a hundred requests in a millisecond. */
export const numberNow = (): number => Date.now() * 100

const hourMs = 3_600_000
/** Listings that one request names, at most; of no size is it a divisor. */
const mostListings = 7
/** Of a number as long as the time in milliseconds, what can be multiplied with. */
const shortened = 1e9

const fillings: Record<Kind, (filling: Filling, nth: number) => string> = {
  number: ({ unique }) => String(unique).padStart(blanks.number.length, '0'),
  listing: ({ unique, listings }, nth) =>
    scattered((unique % shortened) * mostListings + nth, listings)
      .toString(16)
      .padStart(blanks.listing.length, '0'),
  moment: () => new Date(Date.now() - hourMs).toISOString(),
  // With the quote behind it, and as many spaces as make both as long.
  mark: ({ number }) => (Math.floor(number / requests) % 2 === 0 ? 'COMPLETED"' : 'PENDING"  '),
}

export function blanksIn(bytes: Buffer): Blank[] {
  const found: Blank[] = []
  for (const kind of Object.keys(blanks) as Kind[])
    for (let at = bytes.indexOf(blanks[kind]); at >= 0; at = bytes.indexOf(blanks[kind], at + 1))
      found.push({ kind, at })
  return found
}

/** Writes over the blanks of a request. */
export function fillIn(bytes: Buffer, blanks: readonly Blank[], filling: Filling): void {
  for (const [nth, { kind, at }] of blanks.entries()) bytes.write(fillings[kind](filling, nth), at, 'latin1')
}

export function filled(text: string, filling: Filling): string {
  const bytes = Buffer.from(text)
  fillIn(bytes, blanksIn(bytes), filling)
  return bytes.toString()
}
