import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { Integer, Nullable, Timestamp } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockUser, setVacation } from '../users/public.ts'
import { tellKeptNews } from './jobs.ts'
import { hideAway, showAgain } from './vacation-queries.ts'

export const setVacationMode = operation({
  source:
    'not in the specification; so that nobody has to close and re-post what they offer while they are away',
  method: 'PUT',
  path: '/usr-mgt/vacation-mode',
  summary: 'Hide what you have on offer while you are away, for 90 days at most, or show it again',
  tag: 'users',
  access: member,
  body: Type.Object({
    is_on: Type.Boolean(),
    days: Type.Optional(
      Integer(1, 90, { description: 'from now, after which it ends by itself', default: 14 }),
    ),
  }),
  replies: {
    200: {
      message: 'Vacation mode updated successfully',
      data: Type.Object({
        is_on: Type.Boolean(),
        since: Nullable(Timestamp),
        until: Nullable(Timestamp),
        listings: Type.Integer({ description: 'that are hidden now, or are there again' }),
      }),
    },
  },

  async handle({ body, caller, db, clock, enqueue }) {
    const now = clock.now()
    const user = await lockUser(db, caller.id)
    if (!user) throw sessionRevoked()
    if (!body.is_on) {
      const authors = user.vacation_since ? [{ id: user.id, since: user.vacation_since }] : []
      await setVacation(db, user.id, { since: null, until: null })
      const shown = await showAgain(db, authors, now)
      if (shown.length > 0) await enqueue(tellKeptNews, { authorId: user.id })
      return { is_on: false, since: null, until: null, listings: shown.length }
    }
    const since = user.vacation_since ?? now
    const until = new Date(now.getTime() + days(body.days ?? 14))
    await setVacation(db, user.id, { since, until })
    const listings = await hideAway(db, user.id)
    return { is_on: true, since: since.toISOString(), until: until.toISOString(), listings }
  },
})
