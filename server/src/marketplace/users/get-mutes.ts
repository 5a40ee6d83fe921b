import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { MutedUser, presentMutedUser } from './shapes.ts'
import { lastMuted, selectMuted } from './silence-queries.ts'

export const getMutes = operation({
  source: 'added here: whom one muted, to look them through and to lift it',
  method: 'GET',
  path: '/usr-mgt/mutes',
  summary: 'List the people whom you muted, the last first',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Mutes fetched successfully', data: Type.Array(MutedUser) } },

  async handle({ caller, db, clock, page }) {
    const find = { whose: caller.id, after: page.after, limit: page.limit + 1 }
    return page.of(await selectMuted(db, find, clock.now()), lastMuted.keyOf, presentMutedUser)
  },
})
