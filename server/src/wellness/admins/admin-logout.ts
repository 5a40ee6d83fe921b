import { Type } from 'typebox'
import { endSession } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { administrator } from '../access.ts'

export const adminLogout = operation({
  key: 'A6',
  source: 'named in the specification with GET; path and reply chosen here',
  method: 'GET',
  path: '/admin/logout',
  summary: 'End this administrator session, also with an access token that has expired',
  access: administrator,
  replies: { 200: { message: 'Signed out successfully', data: Type.Null() } },
  isAlwaysOpen: true,
  credentials: { realm: 'wellness-admin', refreshCookie: true, acceptsExpiredToken: true },
  // The specification makes it a GET although it writes. Only the bearer header counts, so no
  // other site's image can sign anybody out.
  runs: 'write',

  async handle({ caller, ...work }) {
    await endSession(work, caller, caller.sessionId)
    return reply({ data: null, headers: { 'Cache-Control': 'no-store' } })
  },
})
