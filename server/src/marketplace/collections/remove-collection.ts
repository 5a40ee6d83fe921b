import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { guest } from '../access.ts'
import { leaveNotifications, tellChanged } from '../notifications/public.ts'
import { leaveFavouriteCounts, lockRows } from '../posts/public.ts'
import { lockPerson } from '../users/public.ts'
import {
  clearCollection,
  deleteCollected,
  findOwnCollection,
  selectCollectedPosts,
} from './collection-queries.ts'
import { defaultCollection, noSuchCollection } from './problems.ts'

/** Lets go of what is in a collection. What somebody puts there meanwhile stays saved. */
async function letGo(work: Work, id: string, userId: string): Promise<void> {
  const { db, clock } = work
  // Listings are locked before people, as by whoever saves one.
  const postIds = await selectCollectedPosts(db, id)
  await lockRows(db, postIds)
  await lockPerson(db, userId)
  const gone = await deleteCollected(db, { id, userId }, postIds)
  await leaveFavouriteCounts(db, gone, userId)
  const left = { actorId: userId, category: 'favourite', referenceIds: gone }
  tellChanged(work, await leaveNotifications(db, left, clock.now()))
}

export const removeCollection = operation({
  key: 'M40',
  source: 'named in the specification in the post group; method, path and choice chosen here',
  method: 'DELETE',
  path: '/post-mgt/remove-collection/{collection_id}',
  summary: 'Remove one of your collections; what is in it stays saved unless you say otherwise',
  tag: 'posts',
  access: guest,
  params: Type.Object({ collection_id: Id }),
  query: Type.Object({ keep_posts: Type.Optional(Type.Boolean({ default: true })) }),
  replies: {
    200: { message: 'Collection removed successfully', data: Type.Object({ removed: Type.Boolean() }) },
  },
  problems: [noSuchCollection, defaultCollection],

  async handle({ params, query, caller, ...work }) {
    const { db, clock } = work
    const id = params.collection_id
    const asked = await findOwnCollection(db, id, caller.id)
    if (!asked) throw noSuchCollection()
    if (asked.is_default) throw defaultCollection()
    if (query.keep_posts === false && !asked.is_removed) await letGo(work, id, caller.id)
    await lockPerson(db, caller.id)
    // Of two at once, the second one finds what the first did.
    const found = await findOwnCollection(db, id, caller.id)
    if (!found || found.is_removed) return { removed: false }
    await clearCollection(db, id, clock.now())
    return { removed: true }
  },
})
