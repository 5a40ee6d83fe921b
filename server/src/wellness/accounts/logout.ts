import { Type } from 'typebox'
import { endSession, endSessions } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { tokenExpired } from '../../platform/operation/problem.ts'
import { user } from '../access.ts'
import { dropPushTokens } from '../devices/public.ts'

export const logout = operation({
  key: 'U7',
  source: 'named in the specification with POST; path and fields chosen here',
  method: 'POST',
  path: '/user/logout',
  summary: 'End this session, or all of yours; the first also with an access token that has expired',
  access: user,
  body: Type.Object({ allDevices: Type.Optional(Type.Boolean()) }),
  replies: { 200: { message: 'Signed out successfully', data: Type.Null() } },
  problems: [tokenExpired],
  isAlwaysOpen: true,
  credentials: { realm: 'wellness-user', refreshCookie: true, acceptsExpiredToken: true },

  async handle({ body, caller, request, ...work }) {
    // An old token that somebody found ends no more than its own session.
    if (body.allDevices && request.hasExpiredToken) throw tokenExpired()
    if (body.allDevices) await endSessions(work, caller)
    else await endSession(work, caller, caller.sessionId)
    await dropPushTokens(work.db, caller.id, body.allDevices ? null : caller.sessionId)
    return null
  },
})
