import type { Problem, ProblemKind } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import * as queries from './attempt-queries.ts'

/**
 * How often something may be tried within a window of time, and what is said beyond that. Whose
 * tries are counted, an address or an account, is said at each call; all processes count together.
 */
export interface Budget {
  /** Unlike every other budget's. */
  name: string
  max: number
  windowMs: number
  refusal: ProblemKind
}

const keyOf = ({ name }: Budget, whose: string) => `${name} ${whose}`

function refusalUntil({ refusal }: Budget, end: Date, now: Date): Problem {
  return refusal({ retryAfterSeconds: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) })
}

/** Counts one more. @returns the refusal beyond the budget: return it, or throw it and the attempt never was. */
export async function countAttempt(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  budget: Budget,
  whose: string,
): Promise<Problem | undefined> {
  const now = clock.now()
  const windowEndsAt = new Date(now.getTime() + budget.windowMs)
  const { count, window_ends_at } = await queries.countAttempt(db, keyOf(budget, whose), now, windowEndsAt)
  return count > budget.max ? refusalUntil(budget, window_ends_at, now) : undefined
}

/** Counts nothing. @returns the refusal of a budget that is spent already. */
export async function refusalWhenSpent(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  budget: Budget,
  whose: string,
): Promise<Problem | undefined> {
  const now = clock.now()
  const spent = await queries.findAttempts(db, keyOf(budget, whose), now)
  return spent && spent.count >= budget.max ? refusalUntil(budget, spent.window_ends_at, now) : undefined
}

/** Gives the whole budget back. */
export const forgetAttempts = ({ db }: Pick<Work, 'db'>, budget: Budget, whose: string): Promise<void> =>
  queries.forgetAttempts(db, keyOf(budget, whose))
