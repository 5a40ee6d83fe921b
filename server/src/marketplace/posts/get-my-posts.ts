import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CommaSeparated, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { countOwnPosts, newestWritten, selectOwnPosts } from './queries.ts'
import { Post, presentPost } from './shapes.ts'
import { statuses } from './statuses.ts'

export const getMyPosts = operation({
  key: 'M26',
  source: 'named in the specification in the post group; method, path, filters and counts chosen here',
  method: 'GET',
  path: '/post-mgt/get-mine',
  summary: 'List your own listings in every state, newest first',
  access: member,
  query: Type.Object({
    status: Type.Optional(CommaSeparated(statuses, 'one or more states, comma-separated')),
    q: Type.Optional(Text(0, 120, { description: 'part of the title', example: 'bicycle' })),
  }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Posts fetched successfully',
      data: Type.Array(Post),
      meta: Type.Object({
        counts: Type.Unsafe<Record<string, number>>({
          type: 'object',
          additionalProperties: { type: 'integer' },
          description: 'by state, whatever state was asked for',
        }),
      }),
    },
  },

  async handle({ query, caller, db, clock, services, page }) {
    const now = clock.now()
    const q = query.q || null
    const rows = await selectOwnPosts(
      db,
      { viewer: caller.id, origin: null, now },
      {
        statuses: query.status?.split(',') ?? null,
        q,
        after: page.after,
        limit: page.limit + 1,
      },
    )
    const counts = await countOwnPosts(db, caller.id, q, now)
    return page.of(
      rows,
      newestWritten.keyOf,
      (row) => presentPost(row, caller.id, services.settings.publicUrl),
      { counts: Object.fromEntries(counts.map(({ status, count }) => [status, count])) },
    )
  },
})
