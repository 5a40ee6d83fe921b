import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { BlockedId } from '../ids.ts'
import { changeBlock } from './blocking.ts'
import { cannotBlockSelf, noSuchUser } from './problems.ts'
import { findPerson } from './queries.ts'

export const blockUser = operation({
  source: 'added here: what M55 does, without a chat',
  method: 'POST',
  path: '/usr-mgt/block',
  summary: 'Block a person everywhere, or lift your block',
  access: member,
  body: Type.Object({ user_id: BlockedId, is_blocked: Type.Boolean() }),
  replies: {
    200: {
      message: 'Block updated successfully',
      data: Type.Object({
        is_blocked: Type.Boolean({ description: 'by you; whether they blocked you is not told' }),
      }),
    },
  },
  problems: [cannotBlockSelf, noSuchUser],

  async handle({ body, caller, ...work }) {
    const { user_id: blockedId, is_blocked: isBlocked } = body
    if (blockedId === caller.id) throw cannotBlockSelf()
    // Whoever is gone since can still be let go.
    const isThere = (await findPerson(work.db, blockedId)) !== undefined
    if (isBlocked && !isThere) throw noSuchUser()
    const isChanged = await changeBlock(work, { blockerId: caller.id, blockedId, isBlocked })
    if (!isChanged && !isThere) throw noSuchUser()
    return { is_blocked: isBlocked }
  },
})
