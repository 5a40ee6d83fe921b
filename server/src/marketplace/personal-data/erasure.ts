import type { Work } from '../../platform/operation/work.ts'
import { erasePersonalData } from '../../platform/personal-data/queries.ts'
import { greetingTo } from '../accounts/public.ts'
import { textsIn } from '../texts.ts'
import { changeUser, forgetUser, lockUser, type UserRow } from '../users/public.ts'
import { ownerOf } from './departure.ts'
import { holdings } from './holdings.ts'
import { signReceipt } from './receipt.ts'

/**
 * Erases some of what is left of somebody who is not to come back any more. What a crash leaves, the next one finds.
 * @returns whether nothing is left; then its owner has the receipt.
 */
export async function eraseSome(work: Work, personId: string, most: number): Promise<boolean> {
  const { db, clock } = work
  const user = await lockUser(db, personId)
  const now = clock.now()
  if (!user?.leaves_at || user.leaves_at > now) return true
  // Nobody signs in from here on, and the address is free for a new account.
  if (user.status !== 'deleted') await changeUser(db, personId, { status: 'deleted', deleted_at: now }, now)
  const isAnonymous = user.leaves_content === 'anonymise'
  const isDone = await erasePersonalData(work, holdings, { owner: ownerOf(user), isAnonymous, most })
  if (!isDone) return false
  await sendReceipt(work, user)
  await forgetUser(db, personId, { status: isAnonymous ? 'anonymous' : 'deleted', at: now })
  return true
}

/** The last mail; nothing is left of it either. */
async function sendReceipt(work: Work, user: UserRow): Promise<void> {
  if (user.email === null) return
  const erased = { accountId: user.id, content: user.leaves_content ?? 'delete', at: work.clock.now() }
  const { subject, text } = textsIn(user.language).leaving.receipt
  const keyAddress = `${work.publicUrl}/api/v1/usr-mgt/receipt-key`
  await work.mail({
    to: user.email,
    subject,
    text: `${greetingTo(user)}${text(await signReceipt(work, erased), keyAddress)}`,
    isForgotten: true,
  })
}
