import { dateOf, dayNumber, isClosed, isSwallowed, logicalDate } from '../days/public.ts'
import type { Because, GoalLedger, Mark, Outcome, Revision, Span } from './goal.ts'
import { expectedOf, isRestDay } from './strength.ts'

export const dayMs = 86_400_000

export type Stretch = readonly [from: number, to: number]

/** What a fold looks things up in: the ledger in days since 1970. */
export interface Book {
  ledger: GoalLedger
  marks: ReadonlyMap<number, Mark>
  pauses: readonly Stretch[]
  suspended: readonly Stretch[]
  /** Days near a change of zone: no other can be swallowed. */
  travelled: ReadonlySet<number>
  longestWindow: number
  now: number
}

export function openBook(ledger: GoalLedger): Book {
  const around = ledger.stays.slice(1).flatMap(({ beganAt }) => {
    const day = Math.floor(beganAt.getTime() / dayMs)
    return [day - 2, day - 1, day, day + 1]
  })
  return {
    ledger,
    marks: new Map(ledger.marks.map((mark) => [dayNumber(mark.date), mark])),
    pauses: ledger.pauses.map(stretchOf),
    suspended: ledger.suspended.map(stretchOf),
    travelled: new Set(around),
    longestWindow: Math.max(...ledger.revisions.map((revision) => expectedOf(revision).windowDays)),
    now: ledger.now.getTime(),
  }
}

const stretchOf = ({ from, to }: Span): Stretch => [
  dayNumber(from),
  to === null ? Number.POSITIVE_INFINITY : dayNumber(to),
]

/** The last day that is looked at: today, or one with a mark after a flight west. */
export function horizonOf({ ledger, now }: Book): number {
  const here = ledger.stays.at(-1)
  if (!here) throw new Error('Nobody is nowhere: a history of zones has at least one.')
  const today = dayNumber(logicalDate(new Date(now), here.timezone, here.dayStartMinutes))
  const last = ledger.marks.at(-1)
  return last ? Math.max(today, dayNumber(last.date)) : today
}

const isIn = (stretches: readonly Stretch[], day: number): boolean =>
  stretches.some(([from, to]) => day >= from && day <= to)

export const isOver = ({ ledger, now }: Book, day: number): boolean =>
  (day + 2) * dayMs <= now || isClosed(dateOf(day), ledger.stays, ledger.now)

export const isTravelled = (book: Book, day: number): boolean =>
  book.travelled.has(day) && isOver(book, day) && isSwallowed(dateOf(day), book.ledger.stays, book.ledger.now)

export type Verdict = readonly [Outcome, Because]

const paused: Verdict = ['PAUSED', 'PAUSE']
const suspended: Verdict = ['EXCUSED', 'SUSPENDED']
const rest: Verdict = ['REST', 'REST_DAY']

/** Why a day does not count against anybody, whatever was done on it. */
export function releaseOf(book: Book, revision: Revision, day: number): Verdict | undefined {
  if (isIn(book.pauses, day)) return paused
  if (isIn(book.suspended, day)) return suspended
  if (isRestDay(revision, day)) return rest
  return undefined
}
