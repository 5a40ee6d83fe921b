import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { attributeInvalid, ListedCard, pricePrecision } from '../posts/public.ts'
import { filterFields, readFilter } from './filters.ts'
import { currencyRequired, geoInvalid, priceRangeInvalid } from './problems.ts'
import { noteShown, presentListed, promotableFor, shownIn, shownWith, withPlaces } from './promoted.ts'
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
      data: Type.Array(ListedCard, {
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
    const [kept, ...last] = page.after ?? []
    const [shown, after] = [shownIn(kept), page.after && last]
    const { limit } = page
    const asked = { surface: 'feed', filter, view, limit, after, shown } as const
    const promotable = await promotableFor(services.cache, asked)
    const range = { after, limit: limit + 1 }
    const found = await selectFeed(db, { ...filter, except: shown }, view, range, promotable)
    const rows = withPlaces(found.rows, found.promoted, promotable)
    noteShown(services.writeBehind, rows, limit)
    const shownByNow = shownWith(shown, rows, limit)
    return page.of(
      rows,
      (row) => [shownByNow, ...keyOf(row)],
      (row) => presentListed(row, services.settings.publicUrl),
    )
  },
})
