import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf, selectUser } from '../accounts/public.ts'
import { consentGates } from '../content/public.ts'
import { presentPreference, selectPreference } from '../notifications/public.ts'
import { streakOf } from '../sessions/public.ts'
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

  async handle({ headers, caller, db, clock }) {
    const now = clock.now()
    const client = clientOf(headers)
    const row = await selectUser(db, caller.id)
    // Purged between the check of the token and here.
    if (!row) throw sessionRevoked()
    const [preference, streak, gates] = await Promise.all([
      selectPreference(db, caller.id),
      streakOf(db, { ...caller, timezone: client.timezone ?? caller.timezone }, now),
      consentGates(db, { userId: caller.id, language: client.language ?? row.language, now }),
    ])
    return presentProfile(row, { notifications: presentPreference(preference), streak, gates })
  },
})
