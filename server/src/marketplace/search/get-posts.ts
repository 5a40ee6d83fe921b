import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { attributeInvalid, PostCard, presentCard, pricePrecision } from '../posts/public.ts'
import { filterFields, readFilter } from './filters.ts'
import { currencyRequired, geoInvalid, priceRangeInvalid } from './problems.ts'
import { keyOf, mostPassedOver, selectFeed } from './queries.ts'

const defaultRadiusKm = 50

export const getPosts = operation({
  key: 'M25',
  source: 'named in the specification in the post group; method, path, filters and paging chosen here',
  method: 'GET',
  path: '/post-mgt/get',
  summary: 'The home feed: the newest listings around a place',
  tag: 'posts',
  access: anyone,
  query: Type.Object(filterFields),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Posts fetched successfully',
      data: Type.Array(PostCard, {
        description: `of the newest ${mostPassedOver} listings of the area; the search finds those before them`,
      }),
    },
  },
  problems: [attributeInvalid, geoInvalid, priceRangeInvalid, pricePrecision, currencyRequired],

  async handle({ query, caller, db, clock, services, page }) {
    const { filter, view } = await readFilter(services.cache, query, caller, clock.now(), {
      comparesPrices: false,
      defaultRadiusKm,
    })
    const rows = await selectFeed(db, filter, view, { after: page.after, limit: page.limit + 1 })
    return page.of(rows, keyOf, (row) => presentCard(row, services.settings.publicUrl))
  },
})
