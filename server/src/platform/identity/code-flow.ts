import { createHmac } from 'node:crypto'
import type { Realm } from '../operation/caller.ts'
import type { Problem } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import { type Budget, countAttempt, forgetAttempts, refusalWhenSpent } from './attempts.ts'
import {
  type CodeCheck,
  type CodeOwner,
  checkCode,
  codeLifetimeInWords,
  codeTries,
  nextCode,
  wasCodeTaken,
} from './codes.ts'
import { canonicalEmail } from './email.ts'

/**
 * How a product proves addresses by mailed codes: what it says, and how often it may happen. To ask
 * and to try costs and answers the same whether or not an address has an account.
 */
export interface CodeFlow<Purpose extends string> {
  realm: Realm
  /** What is mailed; `lifetime` is a code's, in words. */
  letter(purpose: Purpose, to: { name: string; code: string; lifetime: string }): Letter
  /** Of requests for a code to an address, those included that mail nothing. */
  askings?(purpose: Purpose): Budget
  /** Of mails to an address, all purposes together. */
  mailings?: readonly Budget[]
  /** Of codes tried for an address, so that new codes do not buy tries for ever. */
  tries(purpose: Purpose): Budget
  refusals: { wrong(triesLeft: number): Problem; expired(): Problem; locked(): Problem }
}

interface Letter {
  subject: string
  text: string
}

/** Whom a code is for: an account, or what waits to become one. */
export interface Recipient {
  id: string
  name: string
  email: string
}

export interface Sending {
  /** Absent where the address has nobody to send it to. */
  code?: string
  /** False while the last mail is under a minute old: then nothing was mailed. */
  isDue: boolean
  expiresAt: Date
  /** From when on asking again sends a mail again. */
  resendAt: Date
}

/** Whose code of an address is meant. Without an account nobody's, yet everything else goes the same way. */
function nobodyAt({ services }: Work, email: string): string {
  const hex = createHmac('sha256', services.settings.signingSecret)
    .update(`nobody\n${canonicalEmail(email)}`)
    .digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** A code proves the address it went to and no other, so the address is part of its purpose. */
const ownerOf = ({ realm }: { realm: Realm }, id: string, purpose: string, email: string): CodeOwner => ({
  person: { realm, id },
  purpose: `${purpose} ${canonicalEmail(email)}`,
})

/** @returns the refusal once as many codes were mailed to an address as may be for now. */
export async function refusalOfMailing(
  work: Work,
  { mailings = [] }: Pick<CodeFlow<never>, 'mailings'>,
  email: string,
): Promise<Problem | undefined> {
  for (const budget of mailings) {
    const refusal = await refusalWhenSpent(work, budget, canonicalEmail(email))
    if (refusal) return refusal
  }
  return undefined
}

/** Somebody asks for a code to an address; it is mailed if somebody is there to get it. */
export async function askForCode<Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  { purpose, email, to }: { purpose: Purpose; email: string; to: Recipient | undefined },
): Promise<Sending | Problem> {
  const refusal = flow.askings && (await countAttempt(work, flow.askings(purpose), canonicalEmail(email)))
  return refusal ?? send(work, flow, purpose, email, to)
}

/**
 * Mails somebody the code of a purpose, unless that happened less than a minute ago.
 * @returns else the refusal: throw it, or the code counts as sent.
 */
export const sendCode = <Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  purpose: Purpose,
  to: Recipient,
): Promise<Sending | Problem> => send(work, flow, purpose, to.email, to)

/** What is due counts against the address, whether or not that has an account, so that the limit tells nobody. */
async function send<Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  purpose: Purpose,
  email: string,
  to: Recipient | undefined,
): Promise<Sending | Problem> {
  const owner = ownerOf(flow, to?.id ?? nobodyAt(work, email), purpose, email)
  const { code, ...sending } = await nextCode(work, owner)
  const answer = to ? { code, ...sending } : sending
  if (!sending.isDue) return answer
  for (const budget of flow.mailings ?? []) {
    const refusal = await countAttempt(work, budget, canonicalEmail(email))
    if (refusal) return refusal
  }
  if (to) {
    const letter = flow.letter(purpose, { name: to.name, code, lifetime: codeLifetimeInWords })
    await work.mail({ to: to.email, ...letter })
  }
  return answer
}

/** A code that was given for an address, and counted. */
export interface GivenCode<Purpose extends string> {
  flow: CodeFlow<Purpose>
  purpose: Purpose
  email: string
  code: string
}

/** Counts a try. @returns the refusal beyond the budget: return it, do not throw it. */
export async function takeCode<Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  given: { purpose: Purpose; email: string; code: string },
): Promise<GivenCode<Purpose> | Problem> {
  const refusal = await countAttempt(work, flow.tries(given.purpose), canonicalEmail(given.email))
  return refusal ?? { flow, ...given }
}

/**
 * Finds whose code it is, of those who may wait for one at the address: nobody, if it has no account.
 * A right one is used up, and the tries of the address are forgotten.
 * @returns the one, or the refusal: return it, do not throw it, for a wrong try counts.
 */
export async function matchCode<Purpose extends string, Owner extends { id: string }>(
  work: Work,
  given: GivenCode<Purpose>,
  owners: readonly Owner[],
): Promise<Owner | Problem> {
  const { flow, purpose, email, code } = given
  let kindest: Exclude<CodeCheck, 'right'> = 'locked'
  for (const owner of owners.length > 0 ? owners : [undefined]) {
    const id = owner?.id ?? nobodyAt(work, email)
    const check = await checkCode(work, ownerOf(flow, id, purpose, email), code)
    if (check === 'right' && owner) {
      await forgiveTries(work, given)
      return owner
    }
    // A lucky guess at nobody's code opens nothing.
    const refusal = check === 'right' ? firstWrong : check
    // Only one of them can be meant.
    if (rank(refusal) > rank(kindest)) kindest = refusal
  }
  if (kindest === 'locked') return flow.refusals.locked()
  if (kindest === 'expired') return flow.refusals.expired()
  return flow.refusals.wrong(kindest.triesLeft)
}

const firstWrong = { wrong: true, triesLeft: codeTries - 1 } as const

const rank = (check: Exclude<CodeCheck, 'right'>) =>
  check === 'locked' ? 0 : check === 'expired' ? 1 : 1 + check.triesLeft

/** Whether somebody gave this code before, while it was good: who lost the answer asks again. */
export const wasTakenFrom = <Purpose extends string>(
  work: Work,
  { flow, purpose, email, code }: GivenCode<Purpose>,
  id: string,
): Promise<boolean> => wasCodeTaken(work, ownerOf(flow, id, purpose, email), code)

/** Of an address whose owner was recognised in another way. */
export const forgiveTries = <Purpose extends string>(
  work: Work,
  { flow, purpose, email }: GivenCode<Purpose>,
): Promise<void> => forgetAttempts(work, flow.tries(purpose), canonicalEmail(email))
