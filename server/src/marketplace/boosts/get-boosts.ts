import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { NarrowingPostId } from '../ids.ts'
import { selectImpressions } from '../promotions/public.ts'
import { newestBoosts, selectBoosts } from './queries.ts'
import { Boost, presentBoost } from './shapes.ts'

export const getBoosts = operation({
  source: 'not in the specification; where people see their boosts and what they brought',
  method: 'GET',
  path: '/package-mgt/boosts',
  summary: 'List your boosts, the newest first',
  access: member,
  query: Type.Object({ post_id: Type.Optional({ ...NarrowingPostId, description: 'those of one listing' }) }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Boosts fetched successfully', data: Type.Array(Boost) } },

  async handle({ query, caller, db, page }) {
    const rows = await selectBoosts(db, caller.id, {
      ...{ postId: query.post_id ?? null, after: page.after, limit: page.limit + 1 },
    })
    const impressions = await selectImpressions(
      db,
      rows.map(({ id }) => id),
    )
    return page.of(rows, newestBoosts.keyOf, (row) => presentBoost(row, impressions.get(row.id) ?? 0))
  },
})
