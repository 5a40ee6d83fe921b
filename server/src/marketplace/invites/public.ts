import type { Db } from '../../platform/db/database.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { knownDevice } from '../../platform/identity/known-devices.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { newCode, readCode } from './code.ts'
import {
  inviteExhausted,
  inviteExpired,
  inviteForAnother,
  inviteProblems,
  inviteRevoked,
  inviteUnknown,
  selfReferral,
} from './problems.ts'
import {
  countInviteUse,
  deleteInvitesOf,
  insertInvite,
  insertInviteUse,
  type ShownInvite,
  selectInvite,
} from './queries.ts'
import { stateOf } from './shapes.ts'

export { personalData } from './personal-data.ts'
export { Code as InviteCode } from './shapes.ts'

/** What signing up by an invitation may be refused with. */
export const redeemProblems = [...inviteProblems, inviteForAnother, selfReferral]

const refusals = { expired: inviteExpired, exhausted: inviteExhausted, revoked: inviteRevoked }

/** An invitation that works. @throws INVITE_UNKNOWN, INVITE_EXPIRED, INVITE_EXHAUSTED, INVITE_REVOKED */
export async function openInvite(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  code: string,
  viewer: string | null,
): Promise<ShownInvite> {
  const invite = await selectInvite(db, readCode(code), viewer)
  if (!invite) throw inviteUnknown()
  const state = stateOf(invite, clock.now())
  if (state !== 'open') throw refusals[state]()
  return invite
}

/** An address without the part that its owner may add at will. */
const mailbox = (canonical: string): string => canonical.replace(/\+[^@]*@/, '@')

/**
 * The invitation that somebody is about to sign up by. It counts once they proved their address; with another form of
 * the inviter's it never does, and nobody is told, since whoever has the link could find that address out.
 * @returns undefined where it does not count
 * @throws INVITE_UNKNOWN, INVITE_EXPIRED, INVITE_EXHAUSTED, INVITE_REVOKED, INVITE_FOR_ANOTHER, and SELF_REFERRAL on a
 * device on which the inviter signed in
 */
export async function requireInvite(
  work: Pick<Work, 'db' | 'clock'>,
  code: string,
  who: { email: string; deviceSecret: string | undefined; callerId: string | null },
): Promise<{ id: string } | undefined> {
  const invite = await openInvite(work, code, null)
  const email = canonicalEmail(who.email)
  const inviter = { realm: 'marketplace', id: invite.user_id } as const
  const isSelf =
    who.callerId === invite.user_id || (await knownDevice(work, inviter, who.deviceSecret)) !== undefined
  if (isSelf) throw selfReferral()
  if (invite.email_canonical !== null && invite.email_canonical !== email) throw inviteForAnother()
  return mailbox(email) === mailbox(invite.inviter_email_canonical ?? '') ? undefined : { id: invite.id }
}

/** Keeps by which invitation somebody came who has signed up. */
export const useInvite = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { userId, inviteId }: { userId: string; inviteId: string },
): Promise<void> => insertInviteUse(db, { userId, inviteId, at: clock.now() })

/** Counts an invitation once whoever came by it has proved their address, and tells who invited them. */
export async function countInvite(work: Work, userId: string): Promise<void> {
  const inviterId = await countInviteUse(work.db, userId, work.clock.now())
  if (inviterId === undefined) return
  await notify(work, [
    {
      recipientId: inviterId,
      actorId: userId,
      category: 'system',
      sourceEvent: `invited:${userId}`,
      reference: { model: 'user', id: userId },
      title: inEachLanguage(({ invites }) => invites.joined),
      message: inEachLanguage(({ invites }) => invites.joinedMessage),
    },
  ])
}

/** An invitation by which people came who have proved their addresses. */
export async function insertPastInvite(
  db: Db,
  {
    userId,
    at,
    expiresAt,
    guests,
  }: { userId: string; at: Date; expiresAt: Date; guests: readonly { id: string; at: Date }[] },
): Promise<void> {
  const row = await insertInvite(db, {
    id: newId(),
    user_id: userId,
    code: newCode(),
    max_uses: 10,
    email_canonical: null,
    expires_at: expiresAt,
    created_at: at,
  })
  if (!row) return
  for (const guest of guests) {
    await insertInviteUse(db, { userId: guest.id, inviteId: row.id, at: guest.at })
    await countInviteUse(db, guest.id, guest.at)
  }
}

/** Takes away the invitations that were made in somebody's name. */
export const forgetInvitesOf = ({ db }: Work, { userId }: { userId: string }): Promise<void> =>
  deleteInvitesOf(db, userId)
