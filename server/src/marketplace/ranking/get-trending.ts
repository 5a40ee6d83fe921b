import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { PostCard } from '../posts/public.ts'
import { geoInvalid } from '../search/public.ts'
import { cursorExpired } from './problems.ts'
import { rankedFilters, rankedPage } from './ranked-page.ts'

const mostOfOne = 2

export const getTrending = operation({
  key: 'M29',
  source: 'named in the specification in the post group; method, path, score, filters and paging chosen here',
  method: 'GET',
  path: '/post-mgt/trending',
  summary: 'List what was published this week by how much happens about it, ranked every five minutes',
  tag: 'posts',
  access: anyone,
  query: Type.Object(rankedFilters),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Trending posts fetched successfully',
      data: Type.Array(PostCard, {
        description: `at most ${mostOfOne} of a seller on a page, which may be shorter for that; a list can be walked for 30 minutes`,
      }),
    },
  },
  problems: [geoInvalid, cursorExpired],

  handle: ({ query, caller, page, ...reading }) =>
    rankedPage(reading, 'trending', { query, caller, page, mostOfOne }),
})
