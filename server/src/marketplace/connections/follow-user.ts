import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { PersonId } from '../ids.ts'
import { peopleFollowed } from '../limits.ts'
import { holdPeople, lockPair, noSuchUser } from '../users/public.ts'
import { takeBack, tellOfFollower } from './notice.ts'
import { cannotFollowSelf, followLimit } from './problems.ts'
import { deleteFollow, insertFollow, lockCounts, selectShownCounts, selectStanding } from './queries.ts'

export const followUser = operation({
  key: 'M15',
  source: 'named in the specification; method, path and body chosen here',
  method: 'POST',
  path: '/usr-mgt/follow',
  summary: 'Follow a person, or let them go again',
  tag: 'users',
  access: member,
  body: Type.Object({
    user_id: PersonId,
    follow: Type.Optional(Type.Boolean({ description: 'the wanted state; left out, it flips' })),
  }),
  replies: {
    200: {
      message: 'Follow updated successfully',
      data: Type.Object({
        following: Type.Boolean(),
        followers_count: Type.Integer({ description: 'of the person, as you find them in the list' }),
      }),
    },
  },
  problems: [cannotFollowSelf, noSuchUser, followLimit],
  // Each follow may write into somebody's inbox.
  limit: { max: 120, strict: 30, windowSeconds: 60 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    if (body.user_id === caller.id) throw cannotFollowSelf()
    const edge = { followerId: caller.id, followeeId: body.user_id }
    const both = [caller.id, body.user_id] as const
    const [, , counts, standing] = await Promise.all([
      lockPair(db, ...both),
      holdPeople(db, both),
      lockCounts(db, both),
      selectStanding(db, edge),
    ])
    const isWanted = body.follow ?? !standing.isFollowing
    // Whoever is followed can always be let go.
    if (!standing.mayFollow && (isWanted || !standing.isFollowing)) throw noSuchUser()
    if (isWanted && !standing.isFollowing) {
      if ((counts.get(caller.id)?.following ?? 0) >= configured(work.services, peopleFollowed))
        throw followLimit()
      await insertFollow(db, edge, clock.now())
      await tellOfFollower(work, edge, counts.get(body.user_id)?.told_at ?? null)
    }
    if (!isWanted && (await deleteFollow(db, edge))) await takeBack(work, edge)
    const { followers } = await selectShownCounts(db, body.user_id, caller.id)
    return { following: isWanted, followers_count: followers }
  },
})
