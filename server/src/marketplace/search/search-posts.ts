import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf, Text } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { attributeInvalid, PostCard, presentCard, pricePrecision } from '../posts/public.ts'
import { filterFields, readFilter } from './filters.ts'
import { currencyRequired, geoInvalid, priceRangeInvalid } from './problems.ts'
import {
  countFacets,
  findAlike,
  keyOf,
  mostCandidates,
  rememberSearch,
  searchPosts as search,
} from './queries.ts'
import { Facets, presentFacets } from './shapes.ts'
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
    q: Type.Optional(Text(0, 200)),
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
      data: Type.Array(PostCard),
      meta: Type.Object(
        {
          fallback: Type.Boolean({ description: 'nothing had these words; these are like them' }),
          did_you_mean: Nullable(Type.String()),
          facets: Type.Optional(Facets),
        },
        {
          description: `By price and by distance everything that fits is sorted. By relevance and by age, words and attributes are looked for among the newest ${mostCandidates} that have them; facets count those.`,
        },
      ),
    },
  },
  problems: [attributeInvalid, geoInvalid, priceRangeInvalid, pricePrecision, currencyRequired],

  async handle({ query, caller, db, clock, note, services, page }) {
    const sort = query.sort ?? 'relevance'
    const { filter, view } = await readFilter(db, query, caller, clock.now(), {
      text: query.q,
      includesSold: query.include_sold === true,
      comparesPrices: sort.startsWith('price'),
    })
    if (sort === 'distance' && !view.origin)
      throw geoInvalid({
        fields: [{ path: 'query.lat', rule: 'required', message: 'is needed to sort by it' }],
      })
    const [mode, ...last] = page.after ?? []
    const after = page.after && last
    const wanted = { sort, after, limit: page.limit + 1 }
    if (filter.words && mode === 'alike') filter.words.alike = await findAlike(db, filter.words.text)
    let rows = await search(db, filter, view, wanted)
    if (filter.words && rows.length === 0 && !after) {
      filter.words.alike = await findAlike(db, filter.words.text)
      if (filter.words.alike) rows = await search(db, filter, view, wanted)
    }
    const isRemembered = caller && caller.kind !== 'guest' && query.remember !== false
    if (isRemembered && query.q && !after)
      note((work) => rememberSearch(work.db, caller.id, query.q ?? '', clock.now()))
    const isFallback = Boolean(filter.words?.alike) && rows.length > 0
    const titles = rows.map((row) => row.title)
    const meta = {
      fallback: isFallback,
      did_you_mean: isFallback && query.q ? suggestWords(query.q, titles) : null,
      // Facets describe the whole search, so the first page says them once.
      ...(after ? {} : { facets: presentFacets(await countFacets(db, filter, view)) }),
    }
    const { publicUrl } = services.settings
    return page.of(
      rows,
      (row) => [filter.words?.alike ? 'alike' : null, ...keyOf(row)],
      (row) => presentCard(row, publicUrl),
      meta,
    )
  },
})
