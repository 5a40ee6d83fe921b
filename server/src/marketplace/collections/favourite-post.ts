import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Line } from '../../platform/operation/schema.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { guest } from '../access.ts'
import { ShownPostId } from '../ids.ts'
import { favouritesKept } from '../limits.ts'
import { leaveNotifications, notify, tellChanged } from '../notifications/public.ts'
import { aboutPost, interestShown, markFavouriteTold, noSuchPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson } from '../users/public.ts'
import { ensureChosen, findChosen } from './chosen-collection.ts'
import { ensureDefaultCollection, selectCollectionsWith, setCollected } from './collection-queries.ts'
import { collectionLimit, favouriteLimit, noSuchCollection } from './problems.ts'
import { countFavourites, lockForFavourite, setFavourite } from './queries.ts'

export const favouritePost = operation({
  key: 'M32',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'POST',
  path: '/post-mgt/favourite',
  summary: 'Save a listing, or let it go again',
  tag: 'posts',
  access: guest,
  body: Type.Object({
    post_id: ShownPostId,
    favourite: Type.Optional(
      Type.Boolean({
        description: 'the wanted state, of the collection where one is named; left out, it flips',
      }),
    ),
    collection_id: Type.Optional({
      ...Id,
      description: 'one of yours: the listing is saved into it, or taken out and stays saved',
    }),
    collection_name: Type.Optional(
      Line(1, 60, { description: 'the same by its name; a new name makes a collection', example: 'Kitchen' }),
    ),
  }),
  replies: {
    200: {
      message: 'Favourite updated successfully',
      data: Type.Object({
        favourited: Type.Boolean({ description: 'whether it is saved at all' }),
        favourite_count: Type.Integer(),
        collection_ids: Type.Array(Id, { description: 'of all that hold it now' }),
      }),
    },
  },
  problems: [noSuchPost, noSuchCollection, favouriteLimit, collectionLimit],

  async handle({ body, caller, request, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const userId = caller.id
    const post = await lockForFavourite(db, body.post_id, userId)
    const names = { collectionId: body.collection_id, name: body.collection_name }
    const choice = { userId, postId: body.post_id, ...names }
    if (names.collectionId ?? names.name) await lockPerson(db, userId)
    const chosen = await findChosen(work, choice)
    const isWanted = body.favourite ?? !(chosen ? chosen.isIn : post?.is_saved)
    // What was saved once can always be let go.
    if (!post || !(post.is_visible || (post.is_saved && !isWanted))) throw noSuchPost()
    if (isWanted && !post.is_saved) {
      await lockPerson(db, userId)
      if ((await countFavourites(db, userId)) >= configured(work.services, favouritesKept))
        throw favouriteLimit()
      await ensureDefaultCollection(db, newId(), userId, now)
    }
    // Taken out of a collection, it stays saved.
    const isSaved = isWanted || (chosen !== undefined && post.is_saved)
    const state = { userId, postId: body.post_id, isWanted: isSaved, at: now }
    const { isChanged, count } = await setFavourite(db, state)
    if (chosen && isSaved && isWanted !== chosen.isIn) {
      const collectionId = await ensureChosen(work, chosen, choice)
      await setCollected(db, { ...state, isWanted, collectionId })
    }
    if (isSaved && isChanged && post.author_id !== userId) {
      const told = post.last_favourite_notice_at
      const isNew = told === null || now.getTime() - told.getTime() >= hours(24)
      if (isNew && caller.kind !== 'guest') await markFavouriteTold(db, body.post_id, now)
      const interest = { postId: body.post_id, userId: caller.id, kind: 'favourite' as const }
      await work.announce(interestShown, { ...interest, ip: request.ip })
      // Guests have no name to tell, and anybody may be many of them.
      if (caller.kind !== 'guest')
        await notify(work, [
          {
            ...aboutPost({ id: body.post_id, photo_ids: post.photo_ids }, work),
            recipientId: post.author_id,
            actorId: caller.id,
            category: 'favourite',
            // However many people save it within a day, its author has one notice.
            sourceEvent: `favourite:${body.post_id}:${(isNew ? now : told).toISOString()}`,
            title: inEachLanguage(({ collections }) => collections.saved),
            titleOfMany: inEachLanguage(({ collections }) => collections.savedByMany),
            message: post.title,
          },
        ])
    }
    if (!isSaved && isChanged)
      tellChanged(
        work,
        await leaveNotifications(
          db,
          { actorId: caller.id, category: 'favourite', referenceIds: [body.post_id] },
          now,
        ),
      )
    const collections = isSaved ? await selectCollectionsWith(db, userId, body.post_id) : []
    return { favourited: isSaved, favourite_count: count, collection_ids: collections }
  },
})
