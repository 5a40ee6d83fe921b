import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { guest } from '../access.ts'
import { AllUntil, boundOf } from './bound.ts'
import { changeAll } from './inbox-queries.ts'
import { tellChanged } from './public.ts'
import { countedUnread } from './unread.ts'

export const readAllNotifications = operation({
  key: 'M75',
  source: 'named in the specification with PATCH; path, bound and shape chosen here',
  method: 'PATCH',
  path: '/notification-mgt/read-all',
  summary: 'Mark all your notifications up to a moment as read',
  access: guest,
  body: AllUntil,
  replies: {
    200: {
      message: 'All notifications marked as read',
      data: Type.Object({ updated: Type.Integer(), unread_count: Type.Integer() }),
    },
  },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const until = await boundOf(work, caller, body.before)
    const wanted = { until, category: body.category ?? null }
    const updated = await changeAll(db, caller, 'read', wanted, clock.now())
    if (updated > 0) tellChanged(work, [caller.id])
    const { count } = await countedUnread(db, caller, clock.now())
    return { updated, unread_count: count }
  },
})
