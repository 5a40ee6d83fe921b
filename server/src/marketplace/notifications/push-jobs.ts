import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { pushSender, queueSending } from '../../platform/push/queue.ts'
import { forgetTokens } from '../devices/public.ts'
import { notificationCreated } from './events.ts'
import { planPushes } from './push-plan.ts'
import { selectFollowers, selectMessages, selectNewsTargets, selectTargets } from './push-queries.ts'

/** Writes down which devices show some new notices. */
export const pushNotices = job({
  name: 'marketplace.push-notices',
  data: Type.Object({ notificationIds: Type.Array(Id, { maxItems: 2000 }) }),
  runs: 'write',
  async handle(work, { notificationIds }) {
    const targets = await selectTargets(work.db, notificationIds, work.clock.now())
    await queue(work, await planPushes(work, 'notification', targets))
  },
})

const toldAtOnce = 1000
/** Whoever was here less long ago may have an app open that shows it. */
const hereForMs = minutes(5)

/**
 * Goes through somebody's followers, some at a time: tells the open apps of the news, and writes down which devices
 * show it. Their lists have it already.
 */
export const tellFollowers = job({
  name: 'marketplace.tell-followers',
  data: Type.Object({
    newsId: Id,
    /** Who was told last; those after them are next. */
    after: Type.Optional(Type.Object({ at: Type.String(), id: Id })),
  }),
  runs: 'write',
  async handle(work, { newsId, after = null }) {
    const now = work.clock.now()
    const hereSince = new Date(now.getTime() - hereForMs)
    const followers = await selectFollowers(work.db, newsId, { after, limit: toldAtOnce, hereSince, now })
    const hearers = followers.filter(({ hears }) => hears)
    for (const { follower_id: recipientId, is_here: isHere } of hearers)
      if (isHere) work.publish(notificationCreated, { recipientId, data: { _id: newsId } })
    const ids = hearers.map(({ follower_id: id }) => id)
    await queue(work, await planPushes(work, 'news', await selectNewsTargets(work.db, newsId, ids)))
    const last = followers.at(-1)
    if (last && followers.length === toldAtOnce) {
      const next = { at: last.created_at.toISOString(), id: last.follower_id }
      await work.enqueue(tellFollowers, { newsId, after: next })
    }
  },
})

/** The job: sends the messages of a batch that are due. */
export const sendPushes = pushSender({
  name: 'marketplace.send-pushes',
  data: Type.Object({ batchId: Id }),
  table: { name: 'marketplace.push', batch: 'batch_id', says: (status) => status },
  batchOf: ({ batchId }) => batchId,
  messages: selectMessages,
  forgetTokens,
})

const queue = async (work: Work, batch: { batchId: string; startAfter: Date } | undefined) => {
  if (batch) await queueSending(work, sendPushes, { batchId: batch.batchId }, batch.startAfter)
}
