import { Type } from 'typebox'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { refreshTokenInvalid } from '../../platform/identity/problems.ts'
import { goodOnce } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { ClientHeaders, presentTokens, refreshPair, tokenFields } from '../accounts/public.ts'
import { selectAdmin } from './queries.ts'

export const adminRefreshToken = operation({
  source: 'not in the specification, which leaves the renewal of access tokens unnamed',
  method: 'POST',
  path: '/admin/refresh-token',
  summary: 'Exchange an administrator refresh token for the next pair',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    refreshToken: Verbatim(16, 128, { description: goodOnce, example: 'fEPl1sG0c8vXk2mWq9' }),
    deviceSecret: ShownDeviceSecret,
  }),
  replies: { 200: { message: 'Token refreshed successfully', data: Type.Object(tokenFields) } },
  problems: [refreshTokenInvalid],
  isAlwaysOpen: true,
  credentials: { realm: 'wellness-admin', refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const device = { id: headers.deviceId, secret: body.deviceSecret, request }
    const pair = await refreshPair(work, 'wellness-admin', body.refreshToken, device, async (id) => {
      const admin = await selectAdmin(work.db, id)
      return admin && { ...admin, isActive: true }
    })
    return 'accessToken' in pair ? presentTokens(pair) : pair
  },
})
