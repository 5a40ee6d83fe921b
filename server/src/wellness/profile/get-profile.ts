import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf, selectUser } from '../accounts/public.ts'
import { circumstancesOf } from './circumstances.ts'
import { Profile, presentProfile } from './shapes.ts'

export const getProfile = operation({
  key: 'U9',
  source: 'named in the specification with GET; path and shape chosen here',
  method: 'GET',
  path: '/user/profile',
  summary: 'See your own profile, preferences and streak, and what you have yet to agree to',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone', 'language']),
  replies: { 200: { message: 'Profile fetched successfully', data: Profile } },

  async handle({ headers, caller, ...reading }) {
    const row = await selectUser(reading.db, caller.id)
    // Purged between the check of the token and here.
    if (!row) throw sessionRevoked()
    return presentProfile(row, await circumstancesOf(reading, row, { caller, client: clientOf(headers) }))
  },
})
