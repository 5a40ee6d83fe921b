import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { homeOf } from '../posts/public.ts'
import { findReadableCollection } from './collection-queries.ts'
import { noSuchCollection } from './problems.ts'
import { lastSaved, selectFavourites } from './queries.ts'
import { FavouriteCard, presentFavourite } from './shapes.ts'

export const getFavourites = operation({
  key: 'M33',
  source: 'named in the specification in the post group; method, path, filter and paging chosen here',
  method: 'GET',
  path: '/post-mgt/get-favourites',
  summary: 'List what you saved, newest first, with what became of the price',
  tag: 'posts',
  access: guest,
  query: Type.Object({
    state: Type.Optional(OneOf(['live', 'ended'])),
    collection_id: Type.Optional({ ...Id, description: 'only what is in this one of your collections' }),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Favourites fetched successfully', data: Type.Array(FavouriteCard) } },
  problems: [noSuchCollection],

  async handle({ query, caller, db, clock, services, page }) {
    const { collection_id: id, state = null } = query
    const own = { viewer: caller.id, shareToken: null }
    const collection = id === undefined ? id : await findReadableCollection(db, id, own)
    if (id !== undefined && !collection) throw noSuchCollection()
    const rows = await selectFavourites(
      db,
      { viewer: caller.id, origin: homeOf(caller), now: clock.now() },
      {
        ownerId: caller.id,
        collectionId: collection?.is_default ? null : (collection?.id ?? null),
        state,
        after: page.after,
        limit: page.limit + 1,
      },
    )
    return page.of(rows, lastSaved.keyOf, (row) => presentFavourite(row, services.settings.publicUrl))
  },
})
