import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { newestInvites, selectInvites } from './queries.ts'
import { Invite, presentInvite } from './shapes.ts'

export const getInvites = operation({
  source: 'not in the specification; what became of the links that one made',
  method: 'GET',
  path: '/user-tools/invites',
  summary: 'List your invitations, newest first',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Invitations fetched successfully', data: Type.Array(Invite) } },

  async handle({ caller, db, clock, services, page }) {
    const now = clock.now()
    const rows = await selectInvites(db, caller.id, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestInvites.keyOf, (row) => presentInvite(row, services.settings.publicUrl, now))
  },
})
