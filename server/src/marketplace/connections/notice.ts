import { hours } from '../../platform/clock.ts'
import type { Work } from '../../platform/operation/work.ts'
import { leaveNotifications, notify, tellChanged } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { markTold } from './queries.ts'

const gathered = hours(24)

interface Edge {
  followerId: string
  followeeId: string
}

/**
 * Tells somebody of a new follower. However many come within a day, and however often one comes and goes, there is
 * one notice. `toldAt` is of the row that is locked.
 */
export async function tellOfFollower(
  work: Work,
  { followerId, followeeId }: Edge,
  toldAt: Date | null,
): Promise<void> {
  const now = work.clock.now()
  const isNew = toldAt === null || now.getTime() - toldAt.getTime() >= gathered
  if (isNew) await markTold(work.db, followeeId, now)
  await notify(work, [
    {
      recipientId: followeeId,
      actorId: followerId,
      category: 'follow',
      title: inEachLanguage(({ connections }) => connections.followed),
      titleOfMany: inEachLanguage(({ connections }) => connections.followedByMany),
      message: inEachLanguage(({ connections }) => connections.see),
      reference: { model: 'user', id: followeeId },
      sourceEvent: `follow:${followeeId}:${(isNew ? now : toldAt).toISOString()}`,
      action: {
        label: inEachLanguage(({ connections }) => connections.look),
        actionType: 'navigate',
        payload: { screen: 'Followers', id: followeeId },
      },
    },
  ])
}

/** Takes a follower out of the notices that told of them. */
export async function takeBack(work: Work, { followerId, followeeId }: Edge): Promise<void> {
  const left = { actorId: followerId, category: 'follow', referenceIds: [followeeId] }
  tellChanged(work, await leaveNotifications(work.db, left, work.clock.now()))
}
