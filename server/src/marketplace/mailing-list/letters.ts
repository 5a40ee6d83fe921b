import { createHash } from 'node:crypto'
import { days, hours } from '../../platform/clock.ts'
import { count, mostOf, type Quota } from '../../platform/identity/attempts.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Language } from '../../platform/language.ts'
import { addressDigest, addressToken, digestIn } from '../../platform/mail/address-links.ts'
import type { Surroundings, Work } from '../../platform/operation/work.ts'
import { textsIn } from '../texts.ts'
import type { List } from './lists.ts'
import { linkInvalid } from './problems.ts'
import { activate, insertQuestion, noteWish, type Wish } from './queries.ts'

/** How long the link of a question holds. */
export const questionMs = hours(48)

/** To one address, whoever wrote it: anybody may write anybody's. */
const questions: Quota = { name: 'mailing question', max: 3, windowMs: days(1) }

const base = (publicUrl: string) => `${publicUrl}/api/v1/mailing-list`

export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest()

export const wishOf = (email: string, lists: readonly List[], language: Language): Wish => ({
  addressDigest: addressDigest(email),
  email,
  lists,
  language,
})

/**
 * Asks the owner of an address whether they want to be on some lists. Known or not, it is all written alike, a
 * mail among it, so that it takes the same time; whoever is on the lists already is not sent it.
 */
export async function askOwner(work: Work, wish: Wish): Promise<void> {
  const { db, clock, publicUrl } = work
  const now = clock.now()
  const isNew = await noteWish(db, wish, now)
  const asked = await count(work, questions, canonicalEmail(wish.email))
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + questionMs)
  await insertQuestion(db, { ...wish, tokenDigest: tokenDigest(token), expiresAt })
  const { subject, text } = textsIn(wish.language).mailingList.question
  await work.mail({
    to: wish.email,
    subject,
    text: text(`${base(publicUrl)}/confirm?token=${token}`),
    isWithheld: !isNew || asked.count > mostOf(work, questions),
  })
}

/** Puts an address on lists by the word of its owner, and says how to leave them. */
export async function welcome(work: Work, wish: Wish): Promise<void> {
  const joined = await activate(work.db, wish, work.clock.now())
  if (joined.length === 0) return
  const { subject, text } = textsIn(wish.language).mailingList.welcome
  const unsubscribeUrl = unsubscribeUrlOf(work, wish.email)
  await work.mail({ to: wish.email, subject, text: text(unsubscribeUrl), unsubscribeUrl })
}

const leaving = 'marketplace mailing list'

/** The address that one click, or a look and a press, unsubscribes by. */
export const unsubscribeUrlOf = (work: Pick<Surroundings, 'services' | 'publicUrl'>, email: string): string =>
  `${base(work.publicUrl)}/unsubscribe?token=${addressToken(work, leaving, email)}`

/** The digest of the address that a link was sent to. @throws LINK_INVALID */
export function digestOfLink(work: Pick<Surroundings, 'services'>, token: string): Buffer {
  const digest = digestIn(work, leaving, token)
  if (!digest) throw linkInvalid()
  return digest
}
