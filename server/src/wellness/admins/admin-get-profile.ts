import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { administrator } from '../access.ts'
import { selectAdmin } from './queries.ts'
import { AdminProfile, presentAdmin } from './shapes.ts'

export const adminGetProfile = operation({
  key: 'A2',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/admin/profile',
  summary: 'See your own administrator profile',
  access: administrator,
  replies: { 200: { message: 'Profile fetched successfully', data: AdminProfile } },

  async handle({ caller, db }) {
    const row = await selectAdmin(db, caller.id)
    // Deactivated between the check of the token and here.
    if (!row) throw sessionRevoked()
    return presentAdmin(row)
  },
})
