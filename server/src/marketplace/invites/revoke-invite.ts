import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { inviteUnknown } from './problems.ts'
import { updateRevoked } from './queries.ts'
import { Invite, presentInvite } from './shapes.ts'

export const revokeInvite = operation({
  source: 'not in the specification; so that a link that went astray works no more',
  method: 'DELETE',
  path: '/user-tools/invites/{invite_id}',
  summary: 'Take one of your invitations back; who came by it stays',
  access: member,
  params: Type.Object({ invite_id: Id }),
  replies: { 200: { message: 'Invitation taken back successfully', data: Invite } },
  problems: [inviteUnknown],

  async handle({ params, caller, db, clock, services }) {
    const now = clock.now()
    const row = await updateRevoked(db, { id: params.invite_id, userId: caller.id, at: now })
    if (!row) throw inviteUnknown()
    return presentInvite(row, services.settings.publicUrl, now)
  },
})
