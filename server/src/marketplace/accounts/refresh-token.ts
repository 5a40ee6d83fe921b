import { Type } from 'typebox'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { refreshTokenInvalid } from '../../platform/identity/problems.ts'
import { goodOnce, refreshSession } from '../../platform/identity/sessions.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { dropDeviceTokens } from '../devices/public.ts'
import { inEachLanguage } from '../texts.ts'
import { selectUser } from '../users/public.ts'
import { warnOwner } from './security.ts'
import { presentTokens, tokenFields } from './shapes.ts'

export const refreshToken = operation({
  source: 'not in the specification; added so that access tokens can be short-lived',
  method: 'POST',
  path: '/usr-mgt/refresh-token',
  summary: 'Exchange a refresh token for the next pair of tokens',
  tag: 'users',
  access: stranger,
  body: Type.Object({
    refresh_token: Verbatim(1, 200, { description: goodOnce, example: 'fEPl1sG0c8vXk2mWq9' }),
    device_id: Type.Optional(Verbatim(1, 128, { example: 'phone-7f3a' })),
    device_secret: ShownDeviceSecret,
  }),
  replies: { 200: { message: 'Tokens refreshed successfully', data: Type.Object(tokenFields) } },
  problems: [refreshTokenInvalid],
  isAlwaysOpen: true,
  credentials: { realm: 'marketplace', refreshCookie: true },

  async handle({ body, request, ...work }) {
    const device = { id: body.device_id, secret: body.device_secret, request }
    const pair = await refreshSession(work, 'marketplace', body.refresh_token, device)
    if ('accessToken' in pair) {
      const user = await selectUser(work.db, pair.personId)
      // Thrown, so that the token is still good when the account is active again.
      if (user?.status !== 'active') throw refreshTokenInvalid()
      return presentTokens(pair)
    }
    const owner = pair.ended && (await selectUser(work.db, pair.ended.personId))
    if (pair.ended && owner) {
      await dropDeviceTokens(work.db, owner.id, pair.ended.sessionId)
      await warnOwner(work, owner, {
        sourceEvent: `refresh-reuse:${newId()}`,
        title: inEachLanguage(({ security }) => security.sessionEnded.title),
        message: inEachLanguage(({ security }) => security.sessionEnded.message),
      })
    }
    // Returned, not thrown: the end of the session must be kept.
    return refreshTokenInvalid()
  },
})
