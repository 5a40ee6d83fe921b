import { Type } from 'typebox'
import { endSession, endSessions } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { tokenExpired } from '../../platform/operation/problem.ts'
import { guest } from '../access.ts'
import { dropDeviceTokens } from '../devices/public.ts'

export const logout = operation({
  key: 'M12',
  source: 'named in the specification; path and shapes chosen here',
  method: 'POST',
  path: '/usr-mgt/logout',
  summary: 'End this session, or all of yours; the first also with an access token that has expired',
  tag: 'users',
  access: guest,
  body: Type.Object({ all_devices: Type.Optional(Type.Boolean({ default: false })) }),
  replies: {
    200: { message: 'Signed out successfully', data: Type.Object({ signed_out: Type.Boolean() }) },
  },
  problems: [tokenExpired],
  isAlwaysOpen: true,
  credentials: {
    realm: 'marketplace',
    refreshCookie: true,
    acceptsEndedSession: true,
    acceptsExpiredToken: true,
  },

  async handle({ body, caller, request, ...work }) {
    // There is no caller then, and nothing left to end.
    if (request.endedSessionId !== undefined) return { signed_out: true }
    // An old token that somebody found ends no more than its own session.
    if (body.all_devices && request.hasExpiredToken) throw tokenExpired()
    if (body.all_devices) await endSessions(work, caller)
    else await endSession(work, caller, caller.sessionId)
    await dropDeviceTokens(work.db, caller.id, body.all_devices ? null : caller.sessionId)
    return { signed_out: true }
  },
})
