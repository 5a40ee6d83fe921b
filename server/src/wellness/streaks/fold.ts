import { closingOf, dateOf, dayNumber } from '../days/public.ts'
import type { ExplainedUnit, Folded, FoldState, GoalLedger, Outcome, Unit } from './goal.ts'
import { bitsOf, type Judgement, judge } from './judging.ts'
import {
  type Book,
  dayMs,
  horizonOf,
  isOver,
  isTravelled,
  openBook,
  releaseOf,
  type Stretch,
} from './ledger-book.ts'
import { dueDays, isPeriodic } from './schedule.ts'
import { nextPeriod, type Segment, segmentsOf } from './segments.ts'
import { amountOf, type Expected, expectedOf, fulfilment, nextStrength } from './strength.ts'

const mostTokens = 2
const unitsPerToken = 7
const judgedUnits = 30
/**
 * Marks are taken seven days back, and a session may have begun two days before its end came so late; by
 * then a date is over everywhere, too. So much more that this week and the last, wherever somebody is, are
 * always folded on from what is kept.
 */
const settledAfterDays = 16

/** The last date that nothing can change any more: what is kept goes no further. */
export const settledOn = (now: Date): string => dateOf(Math.floor(now.getTime() / dayMs) - settledAfterDays)

/** Where a fold has come to. */
interface Run {
  through: number
  current: number
  best: number
  tokens: number
  skips: number
  judged: number
  judgedCount: number
  strength: number
  recent: (readonly [number, number])[]
}

/**
 * The streak of a goal: a pure function of its ledger. With a kept `state`, of the same goal, it goes on from
 * there, and comes out the same.
 */
export function foldGoal(ledger: GoalLedger, state?: FoldState): Folded {
  const book = openBook(ledger)
  const run = begin(ledger, state)
  const units: Unit[] = []
  const today = Math.floor(book.now / dayMs)
  const settled = dayNumber(settledOn(ledger.now))
  let kept: FoldState | 'none' | undefined
  /** Keeps what stands before the first day that may still change. */
  const keepBefore = (day: number) => {
    if (day > settled) kept ??= stateOf(run, book) ?? 'none'
  }
  for (const segment of segmentsOf(ledger.revisions, endOf(ledger))) {
    const expected = expectedOf(segment.revision)
    const window = windowOf(run, expected, Math.max(segment.from, run.through + 1))
    const stepThrough = (last: number, judgement?: Judgement) => {
      for (let day = Math.max(segment.from, run.through + 1); day <= last; day += 1) {
        if (!judgement) keepBefore(day)
        step(book, run, { segment, expected, window, day, judgement })
        run.through = day
      }
    }
    for (const [from, to] of unitsOf(segment, run.through + 1, horizonOf(book))) {
      stepThrough(from - 1)
      keepBefore(to)
      const judgement = judge(book, segment.revision, { from, to, run })
      count(run, judgement)
      stepThrough(to, judgement)
      units.push(unitOf(from, to, judgement, run))
    }
    stepThrough(Math.min(segment.to, today + 1))
  }
  kept ??= stateOf(run, book)
  return {
    units,
    current: run.current,
    best: run.best,
    tokens: run.tokens,
    strength: Math.round(100 * run.strength),
    consistency30: run.judgedCount === 0 ? null : bitsOf(run.judged) / run.judgedCount,
    kept: kept === 'none' ? undefined : kept,
  }
}

/** Every unit from the start that touches the dates, with the running sums; the last of all sums to what is shown. */
export function explain(ledger: GoalLedger, { from, to }: { from: string; to: string }): ExplainedUnit[] {
  const units = foldGoal(ledger).units.filter((unit) => unit.to >= from && unit.from <= to)
  return units.map((unit) => {
    const { at, stay } = closingOf(unit.to, ledger.stays)
    const isOver = at <= ledger.now
    return { ...unit, closedAt: isOver ? at : null, timezone: isOver ? stay.timezone : null }
  })
}

function begin({ revisions: [first] }: GoalLedger, kept: FoldState | undefined): Run {
  if (kept) return { ...kept, through: dayNumber(kept.through), recent: [...kept.recent] }
  const strength = first?.direction === 'QUIT' ? 1 : 0
  const nothing = { current: 0, best: 0, tokens: 0, skips: 0, judged: 0, judgedCount: 0 }
  return { ...nothing, through: Number.NEGATIVE_INFINITY, strength, recent: [] }
}

function stateOf(run: Run, { longestWindow }: Book): FoldState | undefined {
  if (!Number.isFinite(run.through)) return undefined
  const recent = run.recent.filter(([day]) => day > run.through - longestWindow)
  return { ...run, through: dateOf(run.through), recent }
}

const endOf = ({ until }: GoalLedger): number =>
  until === null ? Number.POSITIVE_INFINITY : dayNumber(until)

/** First and last days of the units of a segment, from the one that begins on `first` or later. */
function unitsOf(segment: Segment, first: number, horizon: number): Stretch[] {
  const { revision } = segment
  const from = Math.max(segment.from, first)
  const to = Math.min(segment.to, horizon)
  if (!isPeriodic(revision.schedule))
    return dueDays(revision.schedule, segment.anchor, from, to).map((day) => [day, day])
  const units: Stretch[] = []
  for (let day = from; day <= to; day = nextPeriod(revision, day))
    units.push([day, Math.min(segment.to, nextPeriod(revision, day) - 1)])
  return units
}

/** Adds a judged unit to the streak. */
function count(run: Run, { outcome }: Judgement): void {
  if (outcome === 'SATISFIED') {
    run.current += 1
    run.best = Math.max(run.best, run.current)
    if (run.current % unitsPerToken === 0) run.tokens = Math.min(mostTokens, run.tokens + 1)
  }
  if (outcome === 'FROZEN') run.tokens -= 1
  if (outcome === 'MISSED') run.current = 0
  run.skips = ((run.skips << 1) | (outcome === 'SKIPPED' ? 1 : 0)) & 0b111111
  if (outcome === 'SATISFIED' || outcome === 'FROZEN' || outcome === 'MISSED') {
    run.judged = ((run.judged << 1) | (outcome === 'SATISFIED' ? 1 : 0)) & (2 ** judgedUnits - 1)
    run.judgedCount = Math.min(judgedUnits, run.judgedCount + 1)
  }
}

function unitOf(from: number, to: number, judgement: Judgement, run: Run): Unit {
  const begins = dateOf(from)
  const { outcome, because, done, required } = judgement
  const { current, best, tokens } = run
  const ends = to === from ? begins : dateOf(to)
  return { from: begins, to: ends, outcome, because, done, required, current, best, tokens }
}

/** Amounts of the last days, whose sum moves on day by day. */
interface Window {
  sum: number
  /** Of `run.recent`: the first that is still part of it. */
  first: number
}

function windowOf(run: Run, { windowDays }: Expected, from: number): Window {
  const found = run.recent.findIndex(([day]) => day > from - 1 - windowDays)
  const first = found < 0 ? run.recent.length : found
  return { first, sum: run.recent.slice(first).reduce((sum, [, amount]) => sum + amount, 0) }
}

const neutral: readonly Outcome[] = ['EXCUSED', 'PAUSED', 'REST', 'SKIPPED', 'FROZEN']

/** Moves strength on by a day; one that is still open moves nothing until it is done or over. */
function step(
  book: Book,
  run: Run,
  at: { segment: Segment; expected: Expected; window: Window; day: number; judgement: Judgement | undefined },
): void {
  const { segment, expected, window, day, judgement } = at
  const { revision } = segment
  const mark = book.marks.get(day)
  const amount = amountOf(revision, mark)
  if (amount > 0) {
    run.recent.push([day, amount])
    window.sum += amount
  }
  for (let entry = run.recent[window.first]; entry && entry[0] <= day - expected.windowDays; ) {
    window.sum -= entry[1]
    window.first += 1
    entry = run.recent[window.first]
  }
  if (judgement && neutral.includes(judgement.outcome)) return
  const isOfDay = judgement !== undefined && !isPeriodic(revision.schedule)
  const isDoneDay = isOfDay ? judgement.outcome === 'SATISFIED' : amount > 0 && revision.direction === 'BUILD'
  if (!isDoneDay && !isOver(book, day)) return
  if (!isDoneDay && (releaseOf(book, revision, day) || isTravelled(book, day))) return
  run.strength = nextStrength(run.strength, expected, fulfilment(revision, expected, window.sum))
}
