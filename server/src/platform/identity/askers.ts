import { minutes } from '../clock.ts'
import { addressOf } from '../network.ts'
import type { BaseCaller, RequestFacts } from '../operation/caller.ts'
import { rateLimited } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import { accountsFromNetwork } from '../system-config/keys.ts'
import { type Budget, countAttempt, refusalWhenSpent } from './attempts.ts'
import { knownDevice } from './known-devices.ts'
import { nobodysId, type Person } from './person.ts'

/**
 * Who asks for a code, or tries a password or a code. What strangers can use up must not be what the
 * owner of an account needs, so tries count for a device that is known to the account, or for the
 * network address of all the others.
 */
export interface Asker {
  /** Under which tries are counted. */
  name: string
  /** Whether the account knows who it is; ids and names that a request gives itself prove nothing. */
  isKnown: boolean
}

interface Shown {
  request: RequestFacts
  deviceSecret: string | undefined
  /** Who is signed in, where somebody is. */
  caller?: BaseCaller | null
}

/** Whoever is signed in is known. */
export const askerOfSession = ({ sessionId }: BaseCaller): Asker => ({
  name: `session ${sessionId}`,
  isKnown: true,
})

/** Who asks, as the account sees it: of an address that has none, a stranger. */
export async function askerOf(
  work: Pick<Work, 'db'>,
  { realm, id = nobodysId }: Partial<Person> & Pick<Person, 'realm'>,
  { request, deviceSecret, caller }: Shown,
): Promise<Asker> {
  if (caller?.realm === realm && caller.id === id) return askerOfSession(caller)
  const device = await knownDevice(work, { realm, id }, deviceSecret)
  if (device !== undefined) return { name: `device ${device}`, isKnown: true }
  return { name: `address ${addressOf(request.ip)}`, isKnown: false }
}

/** Sign-ins, sign-ups and codes of strangers. Many people may share one network address. */
const fromNetwork: Budget = {
  name: 'accounts from',
  max: accountsFromNetwork,
  windowMs: minutes(5),
  refusal: rateLimited,
}

const whoseOf = ({ product }: Work, { ip }: RequestFacts) => `${product} ${addressOf(ip)}`

/** @throws RATE_LIMITED once a network address has used up its budget, unless the account knows who asks. */
export async function checkNetwork(work: Work, request: RequestFacts, asker?: Asker): Promise<void> {
  if (asker?.isKnown) return
  const refusal = await refusalWhenSpent(work, fromNetwork, whoseOf(work, request))
  if (refusal) throw refusal
}

/** Counts a call. After the costly part, since those of the same address wait for each other from here on. */
export async function spendNetwork(work: Work, request: RequestFacts, asker?: Asker): Promise<void> {
  if (asker?.isKnown) return
  await countAttempt(work, fromNetwork, whoseOf(work, request))
}
