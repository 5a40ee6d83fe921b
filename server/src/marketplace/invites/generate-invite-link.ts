import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Integer } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { member } from '../access.ts'
import { lockPerson } from '../users/public.ts'
import { newCode } from './code.ts'
import { inviteLimit } from './problems.ts'
import { countLiveInvites, type InviteRow, insertInvite, type NewInvite } from './queries.ts'
import { Invite, presentInvite } from './shapes.ts'

const mostLive = 20

export const generateInviteLink = operation({
  key: 'M114',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/user-tools/generate-invite-link',
  summary: 'Make a link by which people can be invited, or one person',
  access: member,
  body: Type.Object({
    max_uses: Type.Optional(
      Integer(1, 100, { description: 'people; 1 where `email` is given', default: 10 }),
    ),
    expires_in_days: Type.Optional(Integer(1, 90, { default: 30 })),
    email: Type.Optional({ ...Email, description: 'whom alone it is for; nothing is sent there' }),
  }),
  limit: { max: 120, windowSeconds: 3600 },
  replies: { 200: { message: 'Invite link created successfully', data: Invite } },
  problems: [inviteLimit],

  async handle({ body, caller, ...work }) {
    const now = work.clock.now()
    await lockPerson(work.db, caller.id)
    if ((await countLiveInvites(work.db, caller.id, now)) >= mostLive) throw inviteLimit()
    const { email, max_uses = email === undefined ? 10 : 1, expires_in_days = 30 } = body
    const row = await insert(work, {
      id: newId(),
      user_id: caller.id,
      code: newCode(),
      max_uses: email === undefined ? max_uses : 1,
      email_canonical: email === undefined ? null : canonicalEmail(email),
      expires_at: new Date(now.getTime() + days(expires_in_days)),
      created_at: now,
    })
    return presentInvite(row, work.services.settings.publicUrl, now)
  },
})

/** Takes another code where one is in use already. */
async function insert(work: Pick<Work, 'db'>, invite: NewInvite): Promise<InviteRow> {
  return (await insertInvite(work.db, invite)) ?? insert(work, { ...invite, code: newCode() })
}
