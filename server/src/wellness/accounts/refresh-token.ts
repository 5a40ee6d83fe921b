import { Type } from 'typebox'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { refreshTokenInvalid } from '../../platform/identity/problems.ts'
import { goodOnce } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { touchDevice } from '../devices/public.ts'
import { selectUser } from './queries.ts'
import { refreshPair } from './refreshing.ts'
import { ClientHeaders, clientOf, presentTokens, tokenFields } from './shapes.ts'
import { noteSighting } from './sighting.ts'
import { isActive } from './sign-in.ts'

export const refreshToken = operation({
  source: 'not in the specification, which leaves the renewal of access tokens unnamed',
  method: 'POST',
  path: '/user/refresh-token',
  summary: 'Exchange a refresh token for the next pair',
  access: stranger,
  headers: ClientHeaders,
  body: Type.Object({
    refreshToken: Verbatim(16, 128, { description: goodOnce, example: 'fEPl1sG0c8vXk2mWq9' }),
    deviceSecret: ShownDeviceSecret,
  }),
  replies: { 200: { message: 'Token refreshed successfully', data: Type.Object(tokenFields) } },
  problems: [refreshTokenInvalid],
  isAlwaysOpen: true,
  credentials: { realm: 'wellness-user', refreshCookie: true },

  async handle({ body, headers, request, ...work }) {
    const at = work.clock.now()
    const client = clientOf(headers)
    const device = { id: headers.deviceId, secret: body.deviceSecret, request }
    const pair = await refreshPair(work, 'wellness-user', body.refreshToken, device, async (id) => {
      const user = await selectUser(work.db, id)
      return user && { ...user, isActive: isActive(user, at) }
    })
    if (!('accessToken' in pair)) return pair
    await touchDevice(work.db, { userId: pair.personId, sessionId: pair.sessionId, at })
    await noteSighting(work, { userId: pair.personId, client, at })
    return presentTokens(pair)
  },
})
