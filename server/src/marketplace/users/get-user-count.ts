import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { userCount } from './user-count.ts'

export const getUserCount = operation({
  key: 'M87',
  source: 'named in the specification; method, path and counts chosen here',
  method: 'GET',
  path: '/user-count',
  summary: 'How many people have an account here, and how many came within 30 days; counted once a minute',
  access: anyone,
  replies: {
    200: {
      message: 'User count fetched successfully',
      data: Type.Object({ total: Type.Integer(), active_30d: Type.Integer() }),
    },
  },

  handle: ({ db, clock }) => userCount({ db, clock }),
})
