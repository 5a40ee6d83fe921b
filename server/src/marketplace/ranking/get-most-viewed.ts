import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { PostCard } from '../posts/public.ts'
import { geoInvalid } from '../search/public.ts'
import { cursorExpired } from './problems.ts'
import { rankedFilters, rankedPage } from './ranked-page.ts'
import { windows } from './window-queries.ts'

export const getMostViewed = operation({
  key: 'M30',
  source:
    'named in the specification in the post group; method, path, windows, filters and paging chosen here',
  method: 'GET',
  path: '/post-mgt/most-viewed',
  summary: 'List what most people looked at within some time, ranked every five minutes',
  tag: 'posts',
  access: anyone,
  query: Type.Object({
    window: Type.Optional(
      OneOf(windows, { default: '7d', description: 'the last 24 hours, or so many days with today' }),
    ),
    ...rankedFilters,
  }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Most viewed posts fetched successfully',
      data: Type.Array(PostCard, { description: 'a list can be walked for 30 minutes' }),
    },
  },
  problems: [geoInvalid, cursorExpired],

  handle: ({ query: { window = '7d', ...query }, caller, page, ...reading }) =>
    rankedPage(reading, window, { query, caller, page, mostOfOne: page.limit }),
})
