import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { Nullable, Timestamp } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { countKept } from '../saved-searches/public.ts'
import { quotasOf, SubscriptionRecord, standingOf } from '../subscriptions/public.ts'
import { OwnUser, presentOwnUser, selectUser } from '../users/public.ts'

const Quota = Type.Object({
  used: Type.Integer(),
  limit: Type.Integer(),
  resets_at: Nullable(Timestamp),
})

const ToolUser = Type.Object(
  {
    ...OwnUser.properties,
    plan: Type.Object({
      ...SubscriptionRecord.properties,
      quotas: Type.Object({ saved_searches: Quota, transaction_exports: Quota }),
    }),
  },
  { title: 'ToolUser' },
)

export const getUser = operation({
  key: 'M112',
  source: 'named in the specification in the tool’s group; path and shape chosen here',
  method: 'GET',
  path: '/user-tools/get-user',
  summary: 'Your own record and your plan, for the tool',
  tag: 'users',
  access: guest,
  replies: { 200: { message: 'User fetched successfully', data: ToolUser } },

  async handle({ caller, ...reading }) {
    const { db } = reading
    const user = await selectUser(db, caller.id)
    if (!user) throw sessionRevoked()
    const held = { saved_searches: await countKept(db, caller.id) }
    const [standing, quotas] = await Promise.all([
      standingOf(reading, caller.id),
      quotasOf(reading, caller.id, held),
    ])
    return { ...presentOwnUser(user), plan: { ...standing, quotas } }
  },
})
