import { minutes } from '../../platform/clock.ts'
import { addressOf } from '../../platform/network.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { rateLimited } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'

/** Sign-ins, sign-ups and codes asked for. Many people may share one network address. */
const budget = { max: 600, windowMs: minutes(5) }

const keyOf = ({ ip }: RequestFacts) => `wellness accounts from ${addressOf(ip)}`

/** @throws RATE_LIMITED once a network address has used up its budget. */
export async function checkBudget(work: Work, request: RequestFacts): Promise<void> {
  const wait = await work.services.identity.waitAfter(work, keyOf(request), budget)
  if (wait !== undefined) throw rateLimited({ retryAfterSeconds: wait })
}

/** Counts a call. After the costly part, since those of the same address wait for each other from here on. */
export async function spendBudget(work: Work, request: RequestFacts): Promise<void> {
  await work.services.identity.countAttempt(work, keyOf(request), budget)
}
