import type { Because, Outcome, Revision } from './goal.ts'
import { type Book, isOver, isTravelled, releaseOf, type Verdict } from './ledger-book.ts'
import { isDone } from './progress.ts'
import { isPeriodic } from './schedule.ts'
import { isTargetOfPeriod, periodDays, thousandths } from './strength.ts'

const mostSkips = 2

/** How a unit came out, and why. */
export interface Judgement {
  outcome: Outcome
  because: Because
  done: number
  required: number
}

/** What of a streak decides about its next unit. */
interface Standing {
  current: number
  tokens: number
  /** Of the last six units, as bits. */
  skips: number
}

interface Open {
  from: number
  to: number
  run: Standing
}

/** Judges a due day, or a week or month, in days since 1970. */
export function judge(book: Book, revision: Revision, unit: Open): Judgement {
  return isPeriodic(revision.schedule) ? judgePeriod(book, revision, unit) : judgeDay(book, revision, unit)
}

const judged = (outcome: Outcome, because: Because, done: number, required: number): Judgement => ({
  outcome,
  because,
  done,
  required,
})

function judgeDay(book: Book, revision: Revision, { from: day, run }: Open): Judgement {
  const mark = book.marks.get(day)
  const holds = isDone(revision, mark)
  const done = holds ? 1 : 0
  if (holds && revision.direction === 'BUILD') return judged('SATISFIED', 'DONE', done, 1)
  const release = releaseOf(book, revision, day)
  if (release) return judged(...release, done, 1)
  const isSkip = mark?.status === 'SKIPPED'
  // This one and those of the last six.
  if (isSkip && bitsOf(run.skips) < mostSkips) return judged('SKIPPED', 'SKIP', done, 1)
  if (!isOver(book, day)) return judged('OPEN', 'NOT_OVER', done, 1)
  if (holds) return judged('SATISFIED', 'DONE', done, 1)
  if (isTravelled(book, day)) return judged('EXCUSED', 'TRAVEL', done, 1)
  return judged(...failure(revision, run, isSkip ? 'TOO_MANY_SKIPS' : 'NOT_DONE'), done, 1)
}

function judgePeriod(book: Book, revision: Revision, { from, to, run }: Open): Judgement {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const releases = days.map((day) => releaseOf(book, revision, day))
  const available = days.filter((day, index) => !releases[index] && !isTravelled(book, day)).length
  const { done, required } = periodSums(book, revision, { days, available })
  if (available === 0) return judged(...neutralPeriod(releases), done, required)
  const isLimit = revision.direction === 'QUIT' && isTargetOfPeriod(revision)
  const holds = isLimit ? done <= required : done >= required
  const isEnded = isOver(book, to)
  if (holds && (isEnded || !isLimit)) return judged('SATISFIED', 'DONE', done, required)
  if (!isEnded) return judged('OPEN', 'NOT_OVER', done, required)
  return judged(...failure(revision, run, 'NOT_DONE'), done, required)
}

/** What was done of a week or month, and how much of it is asked for: less where days were not available. */
function periodSums(
  book: Book,
  revision: Revision,
  { days, available }: { days: readonly number[]; available: number },
): { done: number; required: number } {
  const [first = 0] = days
  const length = periodDays(revision, first)
  const { direction, target, schedule } = revision
  if (isTargetOfPeriod(revision)) {
    const sum = days.reduce((total, day) => total + thousandths(book.marks.get(day)?.value ?? 0), 0) / 1000
    const whole = target ?? 0
    return { done: sum, required: direction === 'QUIT' ? whole : (whole * available) / length }
  }
  const isQuit = direction === 'QUIT'
  const done = days.filter(
    (day) => isDone(revision, book.marks.get(day)) && (!isQuit || isOver(book, day)),
  ).length
  const times = schedule.timesPerPeriod ?? (isQuit ? length : 1)
  return { done, required: Math.max(1, Math.ceil((times * available) / length)) }
}

function neutralPeriod(releases: readonly (Verdict | undefined)[]): Verdict {
  const [first] = releases
  const isAllAlike = first && releases.every((release) => release?.[1] === first[1])
  return isAllAlike ? first : ['EXCUSED', 'NO_DAY_LEFT']
}

function failure(
  { freezeEnabled, direction }: Revision,
  { tokens, current }: Standing,
  because: Because,
): Verdict {
  if (freezeEnabled && tokens > 0 && current > 0) return ['FROZEN', 'FREEZE_USED']
  return ['MISSED', direction === 'QUIT' ? 'OVER_LIMIT' : because]
}

/** How many bits are set. */
export function bitsOf(bits: number): number {
  let count = 0
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1
  return count
}
