import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Instant } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { deleteAll } from './queries.ts'

export const deleteAllNotifications = operation({
  key: 'N3',
  source: 'named in the specification; method, path, bound and shape chosen here',
  method: 'DELETE',
  path: '/notification',
  summary: 'Delete all your notifications up to a moment',
  access: user,
  query: Type.Object({ before: Type.Optional(Instant) }),
  replies: { 200: { message: 'Notifications deleted', data: Type.Object({ deleted: Type.Integer() }) } },

  async handle({ query, caller, db, clock }) {
    const now = clock.now()
    // A notice that arrives meanwhile is newer than the bound and survives.
    const before = query.before === undefined ? now : new Date(query.before)
    return { deleted: await deleteAll(db, caller.id, before, now) }
  },
})
