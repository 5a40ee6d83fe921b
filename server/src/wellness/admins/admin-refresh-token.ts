import { Type } from 'typebox'
import { refreshTokenInvalid } from '../../platform/identity/problems.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { presentTokens, refreshPair, tokenFields } from '../accounts/public.ts'
import { selectAdmin } from './queries.ts'

export const adminRefreshToken = operation({
  source: 'not in the specification, which leaves the renewal of access tokens unnamed',
  method: 'POST',
  path: '/admin/refresh-token',
  summary: 'Exchange an administrator refresh token for the next pair',
  access: anyone,
  body: Type.Object({ refreshToken: Verbatim(16, 128) }),
  replies: { 200: { message: 'Token refreshed successfully', data: Type.Object(tokenFields) } },
  problems: [refreshTokenInvalid],
  credentials: { realm: 'wellness-admin', refreshCookie: true },

  async handle({ body, ...work }) {
    const pair = await refreshPair(work, 'wellness-admin', body.refreshToken, async (id) => {
      const admin = await selectAdmin(work.db, id)
      return admin && { ...admin, isActive: true }
    })
    return 'accessToken' in pair ? presentTokens(pair) : pair
  },
})
