import { days, minutes } from '../clock.ts'
import type { BaseCaller, Realm, RequestFacts } from '../operation/caller.ts'
import { Problem, type ProblemKind } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import type { ConfigKey } from '../system-config/key.ts'
import { type Asker, askerOf, checkNetwork, spendNetwork } from './askers.ts'
import { count, countAttempt, forgetAttempts, isSpent, type Quota } from './attempts.ts'
import { verifyPassword } from './passwords.ts'

/** How many wrong passwords strangers may try for an account in a quarter of an hour, and what they are told. */
export interface SignInLimit {
  realm: Realm
  max: ConfigKey<number>
  refusal: ProblemKind
}

const tries = ({ realm, max, refusal }: SignInLimit) => ({
  name: `${realm} sign-in`,
  max,
  windowMs: minutes(15),
  refusal,
})

/** Of one device that is known; beyond them it is a stranger for a while. */
const ownTries: Quota = { name: 'sign-in on', max: 10, windowMs: minutes(15) }

/** NIST SP 800-63B, 3.2.2: no more than a hundred wrong ones in a row. Ten of them strangers leave to the owner. */
const inARow = { known: 100, stranger: 90 }
/** Of an address without an account nothing needs to be remembered for long. */
const wrongInARow = (realm: Realm, hasAccount: boolean): Quota => ({
  name: `${realm} wrong passwords${hasAccount ? '' : ' of nobody'}`,
  max: inARow.known,
  windowMs: hasAccount ? days(30) : minutes(15),
})

/** A password that is tried for an address. */
interface PasswordTry {
  limit: SignInLimit
  asker: Asker
  email: string
  hasAccount: boolean
}

/** A password as it was given for an address, and what is known of the account there, if there is one. */
interface GivenPassword extends Pick<PasswordTry, 'limit' | 'email'> {
  password: string
  account: { id: string; hash: string | null | undefined } | undefined
  request: RequestFacts
  deviceSecret: string | undefined
  /** Who is signed in, where somebody is. */
  caller?: BaseCaller
}

/**
 * Compares a password, as far as whoever gives it has tries left, and takes as long where there is no account.
 * @returns whether it is right, who gave it, and `forgive` for when it lets them in; or the refusal. That, and
 * whatever is refused afterwards, is to be returned and not thrown: the counted try must outlive it.
 * @throws RATE_LIMITED once a network address has used up its budget
 */
export async function tryPassword(
  work: Work,
  { limit, email, password, account, request, deviceSecret, caller }: GivenPassword,
): Promise<{ isRight: boolean; asker: Asker; forgive(): Promise<void> } | Problem> {
  const shown = { request, deviceSecret, ...(caller ? { caller } : {}) }
  const found = await askerOf(work, { realm: limit.realm, id: account?.id }, shown)
  const asker = await settleAsker(work, found, email)
  await checkNetwork(work, request, asker)
  const tried = { limit, asker, email, hasAccount: account !== undefined }
  const taken = await takePasswordTry(work, tried)
  if (taken instanceof Problem) return taken
  const isRight = await verifyPassword(password, taken.isCompared ? (account?.hash ?? null) : null)
  await spendNetwork(work, request, asker)
  return { isRight, asker, forgive: () => forgivePasswordTries(work, tried) }
}

/** @returns the asker, who is a stranger now if the device used up its own tries. */
async function settleAsker(work: Work, asker: Asker, email: string): Promise<Asker> {
  if (!asker.isKnown || !(await isSpent(work, ownTries, `${asker.name} ${email}`))) return asker
  return { ...asker, isKnown: false }
}

/**
 * Counts a try, whether or not the address has an account.
 * @returns whether the password is to be compared, or the refusal: return it, do not throw it.
 */
async function takePasswordTry(
  work: Work,
  { limit, asker, email, hasAccount }: PasswordTry,
): Promise<{ isCompared: boolean } | Problem> {
  if (asker.isKnown) await count(work, ownTries, `${asker.name} ${email}`)
  const refusal = asker.isKnown ? undefined : await countAttempt(work, tries(limit), email)
  if (refusal) return refusal
  const wrong = wrongInARow(limit.realm, hasAccount)
  const max = asker.isKnown ? inARow.known : inARow.stranger
  if (await isSpent(work, { ...wrong, max }, email)) return { isCompared: false }
  await count(work, wrong, email)
  return { isCompared: true }
}

/** After a right password. What strangers tried is given back by one of them only: nobody waits for them. */
async function forgivePasswordTries(
  work: Work,
  { limit, asker, email, hasAccount }: PasswordTry,
): Promise<void> {
  if (asker.isKnown) await forgetAttempts(work, ownTries, `${asker.name} ${email}`)
  else await forgetAttempts(work, tries(limit), email)
  await forgetAttempts(work, wrongInARow(limit.realm, hasAccount), email)
}

/** After a new password, which nobody has guessed at. */
export async function forgetPasswordTries(work: Work, limit: SignInLimit, email: string): Promise<void> {
  await forgetAttempts(work, tries(limit), email)
  await forgetAttempts(work, wrongInARow(limit.realm, true), email)
}
