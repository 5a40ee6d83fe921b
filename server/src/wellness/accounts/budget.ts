import { minutes } from '../../platform/clock.ts'
import { type Budget, countAttempt, refusalWhenSpent } from '../../platform/identity/attempts.ts'
import { addressOf } from '../../platform/network.ts'
import type { RequestFacts } from '../../platform/operation/caller.ts'
import { rateLimited } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'

/** Sign-ins, sign-ups and codes asked for. Many people may share one network address. */
const fromNetwork: Budget = {
  name: 'wellness accounts from',
  max: 600,
  windowMs: minutes(5),
  refusal: rateLimited,
}

/** @throws RATE_LIMITED once a network address has used up its budget. */
export async function checkBudget(work: Work, { ip }: RequestFacts): Promise<void> {
  const refusal = await refusalWhenSpent(work, fromNetwork, addressOf(ip))
  if (refusal) throw refusal
}

/** Counts a call. After the costly part, since those of the same address wait for each other from here on. */
export async function spendBudget(work: Work, { ip }: RequestFacts): Promise<void> {
  await countAttempt(work, fromNetwork, addressOf(ip))
}
