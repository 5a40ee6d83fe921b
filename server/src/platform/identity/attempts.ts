import type { Problem, ProblemKind } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import { configured } from '../system-config/configured.ts'
import type { ConfigKey } from '../system-config/key.ts'
import * as queries from './attempt-queries.ts'

/**
 * How often something may be done within a window of time. Whose doings are counted, an address or an
 * account, is said at each call; all processes count together.
 */
export interface Quota {
  /** Unlike every other one's. */
  name: string
  /** A number, or where administrators set it. */
  max: number | ConfigKey<number>
  windowMs: number
}

/** A quota of tries, and what is said beyond it. */
export interface Budget extends Quota {
  refusal: ProblemKind
}

type Bound = Pick<Work, 'db' | 'clock' | 'services'>

/** How many there may be, as things stand. */
export const mostOf = ({ services }: Pick<Work, 'services'>, { max }: Quota): number =>
  typeof max === 'number' ? max : configured(services, max)

const keyOf = ({ name }: Quota, whose: string) => `${name} ${whose}`

function refusalUntil({ refusal }: Budget, end: Date, now: Date): Problem {
  return refusal({ retryAfterSeconds: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) })
}

/** Counts one more. @returns how many there are in this window, and when it ends. */
export async function count(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  quota: Quota,
  whose: string,
): Promise<{ count: number; endsAt: Date }> {
  const now = clock.now()
  const windowEndsAt = new Date(now.getTime() + quota.windowMs)
  const counted = await queries.countAttempt(db, keyOf(quota, whose), now, windowEndsAt)
  return { count: counted.count, endsAt: counted.window_ends_at }
}

/** Counts one more. @returns the refusal beyond the budget: return it, or throw it and the attempt never was. */
export async function countAttempt(work: Bound, budget: Budget, whose: string): Promise<Problem | undefined> {
  const counted = await count(work, budget, whose)
  return counted.count > mostOf(work, budget)
    ? refusalUntil(budget, counted.endsAt, work.clock.now())
    : undefined
}

/** Counts nothing. @returns whether there were as many as may be. */
export async function isSpent(work: Bound, quota: Quota, whose: string): Promise<boolean> {
  const found = await queries.findAttempts(work.db, keyOf(quota, whose), work.clock.now())
  return found !== undefined && found.count >= mostOf(work, quota)
}

/** Counts nothing. @returns the refusal of a budget that is spent already. */
export async function refusalWhenSpent(
  work: Bound,
  budget: Budget,
  whose: string,
): Promise<Problem | undefined> {
  const now = work.clock.now()
  const spent = await queries.findAttempts(work.db, keyOf(budget, whose), now)
  return spent && spent.count >= mostOf(work, budget)
    ? refusalUntil(budget, spent.window_ends_at, now)
    : undefined
}

/** Gives the whole of it back. */
export const forgetAttempts = ({ db }: Pick<Work, 'db'>, quota: Quota, whose: string): Promise<void> =>
  queries.forgetAttempts(db, keyOf(quota, whose))
