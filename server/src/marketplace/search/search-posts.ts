import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf, Shown, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { categoryTree } from '../categories/public.ts'
import { attributeInvalid, ListedCard, pricePrecision } from '../posts/public.ts'
import { withCategories } from './category-words.ts'
import { filterFields, readFilter } from './filters.ts'
import { searchBy, searchHistory } from './history.ts'
import { currencyRequired, geoInvalid, priceRangeInvalid } from './problems.ts'
import { noteShown, presentListed, promotableFor, shownIn, shownWith, withPlaces } from './promoted.ts'
import { findAlike, keyOf, readWords, searchPosts as search } from './queries.ts'
import { Facets, howFar, Matches, presentCounts } from './shapes.ts'
import { suggestWords } from './suggestion.ts'

export const searchPosts = operation({
  key: 'M7',
  source:
    'named in the specification in the user group; method, path, filters, facets and paging chosen here',
  method: 'GET',
  path: '/usr-mgt/search-post',
  summary: 'Search listings by words, place, price, category and condition',
  tag: 'posts',
  access: anyone,
  query: Type.Object({
    ...filterFields,
    q: Type.Optional(Text(0, 200, { example: 'bicycle' })),
    include_sold: Type.Optional(Type.Boolean({ description: 'also what was sold in the last 90 days' })),
    remember: Type.Optional(
      Type.Boolean({ description: 'false keeps the words out of your search history' }),
    ),
    sort: Type.Optional(OneOf(['relevance', 'newest', 'price_asc', 'price_desc', 'distance'])),
  }),
  paged: { limit: 20 },
  runs: 'long-read',
  replies: {
    200: {
      message: 'Posts fetched successfully',
      data: Type.Array(ListedCard),
      meta: Type.Object(
        {
          fallback: Type.Boolean({ description: 'nothing had these words; these are like them' }),
          did_you_mean: Nullable(Shown('bicycle')),
          matches: Type.Optional(Matches),
          facets: Type.Optional(Facets),
        },
        { description: howFar },
      ),
    },
  },
  problems: [attributeInvalid, geoInvalid, priceRangeInvalid, pricePrecision, currencyRequired],

  async handle({ query, caller, db, clock, services, page }) {
    const sort = query.sort ?? 'relevance'
    const { filter, view } = await readFilter(services.cache, query, caller, clock.now(), {
      includesSold: query.include_sold === true,
      comparesPrices: sort.startsWith('price'),
    })
    if (sort === 'distance' && !view.origin)
      throw geoInvalid({
        fields: [{ path: 'query.lat', rule: 'required', message: 'is needed to sort by it' }],
      })
    const tree = await services.cache.get(categoryTree)
    const [mode, kept, ...last] = page.after ?? []
    const shown = shownIn(kept)
    const after = page.after && last
    const wordsOf = (asked: string | null) => (asked === null ? null : withCategories(asked, tree))
    const look = async (asked: string | null) => {
      const words = wordsOf(asked)
      const promotable = await promotableFor(services.cache, {
        ...{ surface: 'search', filter: { ...filter, words }, view, shown },
        ...{ limit: page.limit, after: after && (sort === 'newest' ? after : null) },
      })
      const range = { sort, after, limit: page.limit + 1 }
      const found = await search(db, { ...filter, words, except: shown }, view, range, promotable)
      return { ...found, promotable }
    }
    const isAlike = mode === 'alike'
    const asked = query.q ? await (isAlike ? findAlike : readWords)(db, query.q) : null
    let { rows: found, counts, promoted, promotable } = await look(asked)
    const alike = query.q && found.length === 0 && !after ? await findAlike(db, query.q) : ''
    if (alike) ({ rows: found, counts, promoted, promotable } = await look(alike))
    const rows = withPlaces(found, promoted, promotable)
    noteShown(services.writeBehind, rows, page.limit)
    const shownByNow = shownWith(shown, rows, page.limit)
    const isRemembered = caller && query.remember !== false
    if (isRemembered && query.q && !after)
      services.writeBehind.note(searchHistory, [searchBy(caller.id, query.q)])
    const isFallback = (isAlike || alike !== '') && rows.length > 0
    const titles = rows.map((row) => row.title)
    const meta = {
      fallback: isFallback,
      did_you_mean: isFallback && query.q ? suggestWords(query.q, titles) : null,
      // Facets describe the whole search, so the first page says them once.
      ...(counts && presentCounts(counts, tree)),
    }
    const { publicUrl } = services.settings
    return page.of(
      rows,
      (row) => [isFallback ? 'alike' : null, shownByNow, ...keyOf(row)],
      (row) => presentListed(row, publicUrl),
      meta,
    )
  },
})
