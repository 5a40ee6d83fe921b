import { days } from '../../platform/clock.ts'
import { count, mostOf, type Quota } from '../../platform/identity/attempts.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import type { Work } from '../../platform/operation/work.ts'
import { textsIn } from '../texts.ts'
import type { NewContactMessage } from './queries.ts'

/** Sends a message on to those who answer it, where there is an address for that. */
export async function forwardToSupport(work: Work, message: NewContactMessage): Promise<void> {
  const { supportEmail: to } = work.services.settings
  if (to === undefined) return
  const { subject, text } = textsIn(message.language).support.toSupport
  await work.mail({ to, replyTo: message.email, subject: subject(message.subject), text: text(message) })
}

/** To one address, whoever wrote it: anybody may write anybody's. */
const thanks: Quota = { name: 'support thanks', max: 2, windowMs: days(1) }

/**
 * Says that a message has arrived, at most twice a day to one address. Nothing that was written is in it, so
 * that nobody can have it carry their words to somebody else.
 */
export async function thankOnce(work: Work, { id, email, language }: NewContactMessage): Promise<void> {
  const sent = await count(work, thanks, canonicalEmail(email))
  if (sent.count > mostOf(work, thanks)) return
  const { subject, text } = textsIn(language).support.thanks
  await work.mail({ to: email, subject, text: text(id) })
}
