import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { administrator } from '../access.ts'

export const adminLogout = operation({
  key: 'A6',
  source: 'named in the specification with GET; path and reply chosen here',
  method: 'GET',
  path: '/admin/logout',
  summary: 'End this administrator session',
  access: administrator,
  replies: { 200: { message: 'Signed out successfully', data: Type.Null() } },
  idempotency: 'none',
  refreshCookie: 'wellness-admin',
  // The specification makes it a GET although it writes. Only the bearer header counts, so no
  // other site's image can sign anybody out.
  runs: 'write',

  async handle({ caller, ...work }) {
    const person = { realm: 'wellness-admin', subjectId: caller.id } as const
    await work.services.identity.revoke(work, person, caller.sessionId)
    return reply({ data: null, headers: { 'Cache-Control': 'no-store' } })
  },
})
