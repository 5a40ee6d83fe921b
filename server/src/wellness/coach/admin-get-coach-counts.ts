import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { countReplies, replyKinds } from './queries.ts'

/** Fewer than so many are not told: somebody might know who they were. */
const fewest = 5

export const adminGetCoachCounts = operation({
  source: 'not in the specification; how often the coach answered, and pointed to help, is counted of nobody',
  method: 'GET',
  path: '/admin/coach/count',
  summary: 'See how often the coach answered in which way, and how often it pointed to help; never to whom',
  access: administrator,
  query: Type.Object({
    from: Type.Optional({ ...CalendarDate, description: 'a day by UTC; from the first unless said' }),
    to: Type.Optional({ ...CalendarDate, description: 'the last day; the latest unless said' }),
  }),
  replies: {
    200: {
      message: 'Coach counts fetched successfully',
      data: Type.Array(
        Type.Object(
          {
            kind: OneOf(replyKinds, { description: 'SAFETY: it showed where help is to be had' }),
            language: Shown('en'),
            replies: Nullable(Type.Integer(), `null for fewer than ${fewest}`),
          },
          { title: 'CoachCount' },
        ),
      ),
    },
  },

  async handle({ query: { from = null, to = null }, db }) {
    const rows = await countReplies(db, { from, to })
    return rows.map(({ replies, ...row }) => ({ ...row, replies: replies < fewest ? null : replies }))
  },
})
