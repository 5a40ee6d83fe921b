import { seconds } from '../clock.ts'
import type { Work } from '../operation/work.ts'
import type { Asker } from './askers.ts'
import { count, mostOf, type Quota } from './attempts.ts'
import { type CodeFlow, nobodyAt, type Recipient, takeSending } from './code-flow.ts'
import { canonicalEmail } from './email.ts'
import { newResetToken } from './reset-tokens.ts'

/** From one mail with a link to the next. */
export const linkPauseSeconds = 60
const pause: Quota = { name: 'reset links', max: 1, windowMs: seconds(linkPauseSeconds) }

interface AskedLink {
  email: string
  to: Recipient | undefined
  asker: Asker
  /** What is mailed with a token. */
  letter(token: string): { subject: string; text: string }
}

/**
 * Mails somebody a link with a reset token, at most once a minute and as often as codes are. Where nobody has the
 * address, the same is written, and the mail is sent to nobody.
 */
export async function mailResetLink(
  work: Work,
  flow: Pick<CodeFlow<string>, 'realm'>,
  { email, to, asker, letter }: AskedLink,
): Promise<void> {
  const id = to?.id ?? nobodyAt(work, email)
  const whose = `${flow.realm} ${id} link ${canonicalEmail(email)}`
  const { count: asked } = await count(work, pause, asker.isKnown ? `${whose} known` : whose)
  if (asked > mostOf(work, pause)) return
  if (await takeSending(work, whose, asker)) return
  const token = await newResetToken(work, { realm: flow.realm, id })
  await work.mail({ to: to?.email ?? '', ...letter(token), isWithheld: to === undefined, isForNow: true })
}
