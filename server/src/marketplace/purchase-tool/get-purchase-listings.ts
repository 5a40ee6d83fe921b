import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { conditionName } from '../posts/public.ts'
import { listingOrder, selectListings, sorts, sumListings } from './queries.ts'
import { Condition, PurchaseListing, presentListing, presentTotals, statuses, Totals } from './shapes.ts'

export const getPurchaseListings = operation({
  key: 'M166',
  source: 'named in the specification with GET; path, filters, totals and paging chosen here',
  method: 'GET',
  path: '/purchase-tool/list',
  summary: 'List your purchases, with the totals of all of them',
  access: member,
  query: Type.Object({
    status: Type.Optional(OneOf(statuses)),
    q: Type.Optional(Text(1, 200, { description: 'words of the title', example: 'bicycle' })),
    condition: Type.Optional(Condition),
    sort: Type.Optional(OneOf(sorts, { default: 'newest' })),
  }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Purchases fetched successfully',
      data: Type.Array(PurchaseListing),
      meta: Type.Object({ totals: Totals }),
    },
  },

  async handle({ query, caller, db, page }) {
    const sort = query.sort ?? 'newest'
    const rows = await selectListings(db, {
      userId: caller.id,
      status: query.status ?? null,
      condition: query.condition === undefined ? null : conditionName(query.condition),
      text: query.q ?? null,
      sort,
      after: page.after,
      limit: page.limit + 1,
    })
    const totals = presentTotals(await sumListings(db, caller.id))
    return page.of(rows, listingOrder[sort].keyOf, presentListing, { totals })
  },
})
