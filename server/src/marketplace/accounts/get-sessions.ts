import { Type } from 'typebox'
import { listSessions } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { guest } from '../access.ts'
import { presentSession, SessionRecord } from './shapes.ts'

export const getSessions = operation({
  source: 'not in the specification; added so that people see where they are signed in',
  method: 'GET',
  path: '/usr-mgt/sessions',
  summary: 'List your signed-in devices, most recently used first',
  tag: 'users',
  access: guest,
  replies: { 200: { message: 'Sessions fetched successfully', data: Type.Array(SessionRecord) } },

  async handle({ caller, ...work }) {
    const rows = await listSessions(work, caller)
    return rows.map((row) => presentSession(row, caller.sessionId))
  },
})
