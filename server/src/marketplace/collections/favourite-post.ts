import { Type } from 'typebox'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { ShownPostId } from '../ids.ts'
import { leaveNotifications, notify, tellChanged } from '../notifications/public.ts'
import { aboutPost, markFavouriteTold, noSuchPost } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson } from '../users/public.ts'
import { favouriteLimit } from './problems.ts'
import { countFavourites, ensureDefaultCollection, lockForFavourite, setFavourite } from './queries.ts'

const mostFavourites = 5000

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
    favourite: Type.Optional(Type.Boolean({ description: 'the wanted state; left out, it flips' })),
  }),
  replies: {
    200: {
      message: 'Favourite updated successfully',
      data: Type.Object({
        favourited: Type.Boolean(),
        favourite_count: Type.Integer(),
        collection_ids: Type.Array(Id),
      }),
    },
  },
  problems: [noSuchPost, favouriteLimit],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const post = await lockForFavourite(db, body.post_id, caller.id)
    const isWanted = body.favourite ?? !post?.is_saved
    // What was saved once can always be let go.
    if (!post || !(post.is_visible || (post.is_saved && !isWanted))) throw noSuchPost()
    if (isWanted && !post.is_saved) {
      await lockPerson(db, caller.id)
      if ((await countFavourites(db, caller.id)) >= mostFavourites) throw favouriteLimit()
    }
    const state = { userId: caller.id, postId: body.post_id, isWanted, at: now }
    const { isChanged, count } = await setFavourite(db, state)
    if (isWanted && isChanged && post.author_id !== caller.id) {
      const told = post.last_favourite_notice_at
      const isNew = told === null || now.getTime() - told.getTime() >= hours(24)
      if (isNew) await markFavouriteTold(db, body.post_id, now)
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
    if (!isWanted && isChanged)
      tellChanged(
        work,
        await leaveNotifications(
          db,
          { actorId: caller.id, category: 'favourite', referenceId: body.post_id },
          now,
        ),
      )
    const collections = isWanted ? [await ensureDefaultCollection(db, newId(), caller.id, now)] : []
    return { favourited: isWanted, favourite_count: count, collection_ids: collections }
  },
})
