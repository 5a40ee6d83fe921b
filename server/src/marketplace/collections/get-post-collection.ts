import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Shown, Verbatim } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { homeOf } from '../posts/public.ts'
import { findReadableCollection } from './collection-queries.ts'
import { noSuchCollection } from './problems.ts'
import { lastSaved, selectFavourites } from './queries.ts'
import { CollectedCard, presentCollected, presentFavourite } from './shapes.ts'

export const getPostCollection = operation({
  key: 'M39',
  source: 'named in the specification in the post group; method, path, token, paging and shape chosen here',
  method: 'GET',
  path: '/post-mgt/get-post-collection/{collection_id}',
  summary: 'List what is in a collection of yours, or of whoever gave you its link',
  tag: 'posts',
  access: anyone,
  params: Type.Object({ collection_id: Id }),
  query: Type.Object({
    share_token: Type.Optional(Verbatim(1, 64, { description: 'of its link', example: '3mUq0yJp' })),
  }),
  paged: { limit: 20 },
  replies: {
    200: {
      message: 'Collection fetched successfully',
      data: Type.Array(CollectedCard),
      meta: Type.Object({
        collection: Type.Object({
          _id: Id,
          name: Shown('Kitchen'),
          is_default: Type.Boolean(),
          own: Type.Boolean(),
        }),
      }),
    },
  },
  problems: [noSuchCollection],

  async handle({ params, query, caller, db, clock, publicUrl, page }) {
    const viewer = caller?.id ?? null
    const reader = { viewer, shareToken: query.share_token ?? null }
    const collection = await findReadableCollection(db, params.collection_id, reader)
    if (!collection) throw noSuchCollection()
    const { id, name, is_default, owner_id: ownerId } = collection
    const own = ownerId === viewer
    const rows = await selectFavourites(
      db,
      { viewer, origin: homeOf(caller), now: clock.now() },
      {
        ownerId,
        collectionId: is_default ? null : id,
        state: null,
        after: page.after,
        limit: page.limit + 1,
      },
    )
    return page.of(
      rows,
      lastSaved.keyOf,
      (row) => (own ? presentFavourite : presentCollected)(row, publicUrl),
      { collection: { _id: id, name, is_default, own } },
    )
  },
})
