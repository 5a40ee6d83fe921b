import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { dropPushTokens } from '../devices/public.ts'

export const logout = operation({
  key: 'U7',
  source: 'named in the specification with POST; path and fields chosen here',
  method: 'POST',
  path: '/user/logout',
  summary: 'End this session, or all of yours',
  access: user,
  body: Type.Object({ allDevices: Type.Optional(Type.Boolean()) }),
  replies: { 200: { message: 'Signed out successfully', data: Type.Null() } },
  idempotency: 'none',
  refreshCookie: 'wellness-user',

  async handle({ body, caller, ...work }) {
    const person = { realm: 'wellness-user', subjectId: caller.id } as const
    if (body.allDevices) await work.services.identity.revokeAll(work, person)
    else await work.services.identity.revoke(work, person, caller.sessionId)
    await dropPushTokens(work.db, caller.id, body.allDevices ? null : caller.sessionId)
    return null
  },
})
