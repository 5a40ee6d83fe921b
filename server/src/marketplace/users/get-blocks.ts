import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { BlockedUser, presentBlockedUser } from './shapes.ts'
import { lastBlocked, selectBlocked } from './silence-queries.ts'

export const getBlocks = operation({
  source: 'added here: whom one blocked, to look them through and to lift it',
  method: 'GET',
  path: '/usr-mgt/blocks',
  summary: 'List the people whom you blocked, the last first',
  access: member,
  paged: { limit: 20 },
  replies: { 200: { message: 'Blocks fetched successfully', data: Type.Array(BlockedUser) } },

  async handle({ caller, db, page }) {
    const rows = await selectBlocked(db, { whose: caller.id, after: page.after, limit: page.limit + 1 })
    return page.of(rows, lastBlocked.keyOf, presentBlockedUser)
  },
})
