import { Type } from 'typebox'
import { parseInstant } from '../../platform/operation/instant.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, OneOf, uuidPattern } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { guest } from '../access.ts'
import { type Bound, type Reader, readAll, selectNotification } from './inbox-queries.ts'
import { tellChanged } from './public.ts'
import { categories } from './shapes.ts'
import { countedUnread } from './unread.ts'

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The place in the list that `before` names: one of the reader's notices, or everything of a moment. */
async function boundOf({ db, clock }: Work, reader: Reader, before: string | undefined): Promise<Bound> {
  if (before === undefined) return { at: clock.now(), id: highestId }
  if (!new RegExp(uuidPattern).test(before)) return { at: parseInstant(before, 'body.before'), id: highestId }
  const row = await selectNotification(db, reader, clock.now(), before)
  if (!row) throw invalidField('body.before', 'own', 'is not one of your notifications')
  return { at: row.created_at, id: row.id }
}

export const readAllNotifications = operation({
  key: 'M75',
  source: 'named in the specification with PATCH; path, bound and shape chosen here',
  method: 'PATCH',
  path: '/notification-mgt/read-all',
  summary: 'Mark all your notifications up to a moment as read',
  access: guest,
  body: Type.Object({
    before: Type.Optional(Type.Union([Id, Instant])),
    category: Type.Optional(OneOf(categories)),
  }),
  replies: {
    200: {
      message: 'All notifications marked as read',
      data: Type.Object({ updated: Type.Integer(), unread_count: Type.Integer() }),
    },
  },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const until = await boundOf(work, caller, body.before)
    const updated = await readAll(db, caller, { until, category: body.category ?? null }, clock.now())
    if (updated > 0) tellChanged(work, [caller.id])
    const { count } = await countedUnread(db, caller, clock.now())
    return { updated, unread_count: count }
  },
})
