import type { Problem, ProblemKind } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import * as queries from './attempt-queries.ts'

/**
 * How often something may be done within a window of time. Whose doings are counted, an address or an
 * account, is said at each call; all processes count together.
 */
export interface Quota {
  /** Unlike every other one's. */
  name: string
  max: number
  windowMs: number
}

/** A quota of tries, and what is said beyond it. */
export interface Budget extends Quota {
  refusal: ProblemKind
}

type Bound = Pick<Work, 'db' | 'clock'>

const keyOf = ({ name }: Quota, whose: string) => `${name} ${whose}`

function refusalUntil({ refusal }: Budget, end: Date, now: Date): Problem {
  return refusal({ retryAfterSeconds: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) })
}

/** Counts one more. @returns how many there are in this window, and when it ends. */
export async function count(
  { db, clock }: Bound,
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
  return counted.count > budget.max ? refusalUntil(budget, counted.endsAt, work.clock.now()) : undefined
}

/** Counts nothing. @returns whether there were as many as may be. */
export async function isSpent({ db, clock }: Bound, quota: Quota, whose: string): Promise<boolean> {
  const found = await queries.findAttempts(db, keyOf(quota, whose), clock.now())
  return found !== undefined && found.count >= quota.max
}

/** Counts nothing. @returns the refusal of a budget that is spent already. */
export async function refusalWhenSpent(
  { db, clock }: Bound,
  budget: Budget,
  whose: string,
): Promise<Problem | undefined> {
  const now = clock.now()
  const spent = await queries.findAttempts(db, keyOf(budget, whose), now)
  return spent && spent.count >= budget.max ? refusalUntil(budget, spent.window_ends_at, now) : undefined
}

/** Gives the whole of it back. */
export const forgetAttempts = ({ db }: Pick<Work, 'db'>, quota: Quota, whose: string): Promise<void> =>
  queries.forgetAttempts(db, keyOf(quota, whose))
