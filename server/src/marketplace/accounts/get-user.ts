import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { guest } from '../access.ts'
import { OwnUser, presentOwnUser, selectUser } from '../users/public.ts'

export const getUser = operation({
  key: 'M112',
  source: 'named in the specification in the tool’s group; path and shape chosen here',
  method: 'GET',
  path: '/user-tools/get-user',
  summary: 'Your own record, for the tool',
  tag: 'users',
  access: guest,
  replies: { 200: { message: 'User fetched successfully', data: OwnUser } },

  async handle({ caller, db }) {
    const user = await selectUser(db, caller.id)
    if (!user) throw sessionRevoked()
    return presentOwnUser(user)
  },
})
