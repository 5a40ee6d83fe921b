import { createHmac } from 'node:crypto'
import { days, hours } from '../clock.ts'
import { type Language, languageOf, minutesInWords } from '../language.ts'
import type { Realm } from '../operation/caller.ts'
import type { Problem } from '../operation/problem.ts'
import type { Work } from '../operation/work.ts'
import { codesPerDay, codesPerHour, strangersCodes } from '../system-config/keys.ts'
import type { Asker } from './askers.ts'
import { count, forgetAttempts, isSpent, mostOf, type Quota } from './attempts.ts'
import {
  type CodeOwner,
  checkCode,
  codeMinutes,
  codeTries,
  endCode,
  nextCode,
  wasCodeTaken,
} from './codes.ts'
import { canonicalEmail } from './email.ts'

/**
 * How a product proves addresses by mailed codes. To ask and to try costs and answers the same whether
 * or not an address has an account.
 */
export interface CodeFlow<Purpose extends string> {
  realm: Realm
  /** What is mailed; `lifetime` is a code's, in words of the language. */
  letter(purpose: Purpose, to: { code: string; lifetime: string; language: Language }): Letter
  refusals: { wrong(triesLeft: number): Problem; expired(): Problem; locked(): Problem }
}

/** Mails with codes to somebody, of each purpose: what strangers ask for, and what known devices do. */
const sendings: readonly Quota[] = [
  { name: 'codes an hour', max: codesPerHour, windowMs: hours(1) },
  { name: 'codes a day', max: codesPerDay, windowMs: days(1) },
]

/** Codes that an address is guessed at with by those whom it does not know. */
const triesOfStrangers: Quota = { name: 'codes of strangers', max: strangersCodes, windowMs: days(1) }

/**
 * NIST SP 800-63B, 3.2.2: no more than a hundred wrong codes in a row. The last of them strangers leave
 * to the network addresses that asked for the code, and those to known devices.
 */
const inARow = { known: 100, asking: 90, stranger: 80 }
/** Of an address without an account nothing needs to be remembered for long. */
const wrongInARow = (realm: Realm, hasAccount: boolean): Quota => ({
  name: `${realm} wrong codes${hasAccount ? '' : ' of nobody'}`,
  max: inARow.known,
  windowMs: days(hasAccount ? 30 : 1),
})

interface Letter {
  subject: string
  text: string
}

/** Whom a code is for: an account, or what waits to become one. */
export interface Recipient {
  id: string
  email: string
  /** The tag that is kept of them; left out, the mail is in the language of the request. */
  language?: string
}

interface AskedCode<Purpose extends string> {
  purpose: Purpose
  email: string
  to: Recipient | undefined
  asker: Asker
  /** Of the request. */
  language: string
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
export function nobodyAt({ services }: Work, email: string): string {
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

/** Somebody asks for a code to an address; it is mailed if somebody is there to get it. */
export async function askForCode<Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  { purpose, email, to, asker, language: asked }: AskedCode<Purpose>,
): Promise<Sending> {
  const owner = ownerOf(flow, to?.id ?? nobodyAt(work, email), purpose, email)
  const whose = `${flow.realm} ${owner.person.id} ${owner.purpose}`
  const wish = { by: asker.name, takeSending: () => takeSending(work, whose, asker) }
  const { code, ...sending } = await nextCode(work, owner, wish)
  if (code !== undefined && sending.isDue) {
    const language = languageOf(to?.language ?? asked)
    const lifetime = minutesInWords(language, codeMinutes)
    const letter = flow.letter(purpose, { code, lifetime, language })
    await work.mail({ to: to?.email ?? '', ...letter, isWithheld: to === undefined, isForNow: true })
  }
  return to && code !== undefined ? { ...sending, code } : sending
}

/** Counts a sending. @returns until when there are no more of the asker's kind, once they are used up. */
export async function takeSending(work: Work, whose: string, { isKnown }: Asker): Promise<Date | undefined> {
  for (const quota of sendings) {
    const { count: sent, endsAt } = await count(work, quota, isKnown ? `${whose} known` : whose)
    if (sent > mostOf(work, quota)) return endsAt
  }
  return undefined
}

/** Ends what somebody was sent for a purpose, once that is done in another way. */
export const withdrawCode = <Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  purpose: Purpose,
  { id, email }: Pick<Recipient, 'id' | 'email'>,
): Promise<void> => endCode(work, ownerOf(flow, id, purpose, email))

/** A code that somebody gives for an address. */
export interface GivenCode<Purpose extends string> {
  purpose: Purpose
  email: string
  code: string
  asker: Asker
}

/**
 * Tries a code of the one who may wait for it at an address: nobody, if it has no account. A right one is
 * used up.
 * @returns the one, or the refusal: return it, do not throw it, for a wrong try counts.
 */
export async function tryCode<Purpose extends string, Owner extends { id: string }>(
  work: Work,
  flow: CodeFlow<Purpose>,
  { purpose, email, code, asker }: GivenCode<Purpose>,
  owner: Owner | undefined,
): Promise<Owner | Problem> {
  const whose = `${flow.realm} ${canonicalEmail(email)}`
  const id = owner?.id ?? nobodyAt(work, email)
  const wrong = wrongInARow(flow.realm, owner !== undefined)
  // Of this account alone: others may wish for its address, and must use up nothing of what its owner needs.
  const ofAccount = `${canonicalEmail(email)} ${id}`
  const check = await checkCode(work, ownerOf(flow, id, purpose, email), code, {
    name: asker.name,
    isLocked: async (hasAsked) =>
      !asker.isKnown && !hasAsked && (await isSpent(work, triesOfStrangers, whose)),
    async isCompared(hasAsked) {
      const max = asker.isKnown ? inARow.known : hasAsked ? inARow.asking : inARow.stranger
      if (await isSpent(work, { ...wrong, max }, ofAccount)) return false
      await count(work, wrong, ofAccount)
      return true
    },
  })
  if (check === 'right' && owner) {
    await forgetAttempts(work, wrong, ofAccount)
    return owner
  }
  if (!asker.isKnown) await count(work, triesOfStrangers, whose)
  if (check === 'locked') return flow.refusals.locked()
  if (check === 'expired') return flow.refusals.expired()
  // A lucky guess at nobody's code opens nothing.
  return flow.refusals.wrong(check === 'right' ? codeTries - 1 : check.triesLeft)
}

/** Whether somebody gave this code before, while it was good: who lost the answer asks again. */
export const wasTakenFrom = <Purpose extends string>(
  work: Work,
  flow: CodeFlow<Purpose>,
  { purpose, email, code }: GivenCode<Purpose>,
  id: string,
): Promise<boolean> => wasCodeTaken(work, ownerOf(flow, id, purpose, email), code)
