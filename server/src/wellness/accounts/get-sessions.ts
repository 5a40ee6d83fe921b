import { Type } from 'typebox'
import { listSessions } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'

export const getSessions = operation({
  source: 'not in the specification; so that people see where they are signed in',
  method: 'GET',
  path: '/user/session',
  summary: 'List your live sessions, latest use first',
  access: user,
  replies: {
    200: {
      message: 'Sessions fetched successfully',
      data: Type.Array(
        Type.Object({
          id: Id,
          deviceId: Nullable(Shown('phone-7f3a')),
          deviceLabel: Nullable(Shown('iPhone')),
          isCurrent: Type.Boolean(),
          createdAt: Timestamp,
          lastUsedAt: Timestamp,
        }),
      ),
    },
  },

  async handle({ caller, ...work }) {
    const rows = await listSessions(work, caller)
    return rows.map((row) => ({
      id: row.id,
      deviceId: row.device_id,
      deviceLabel: row.device_label,
      isCurrent: row.id === caller.sessionId,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
    }))
  },
})
