import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Problem } from '../../platform/operation/problem.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost, checkHeld, isWaiting, lockPost, lockRow, type PostRow } from '../posts/public.ts'
import { inEachLanguage } from '../texts.ts'
import { followUp } from './actions.ts'
import { lockDue } from './decision-queries.ts'
import { decide } from './post-decision.ts'
import { takeDecision } from './queries.ts'
import { updateTrust } from './trust.ts'
import { selectTrust } from './trust-queries.ts'

/** Lets a held decision take effect, unless it was taken back or what it was about is another by now. */
export const carryOutDecision = job({
  name: 'marketplace.carry-out-decision',
  data: Type.Object({ postId: Id, decisionId: Id }),
  runs: 'write',
  async handle(work, { postId, decisionId }) {
    const { db, clock } = work
    // The listing comes first, as wherever something is decided about it.
    await lockRow(db, postId)
    const decision = await takeDecision(db, decisionId)
    if (!decision) return
    const { moderatorId, version, message } = decision
    const post = await lockPost(db, postId, { id: moderatorId, isStaff: true }, clock.now())
    if (!post || !isWaiting(post)) return
    if (post.version === version && (message !== null || (await mayAppear(work, post))))
      await decide(work, post, message)
    else await tellModerator(work, post, decision)
  },
})

async function mayAppear(work: Work, post: PostRow): Promise<boolean> {
  try {
    await checkHeld(work, post)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Whoever decided hears that it is in the queue again. */
async function tellModerator(
  work: Work,
  post: PostRow,
  { id, moderatorId }: { id: string; moderatorId: string },
): Promise<void> {
  await notify(work, [
    {
      ...aboutPost(post, work),
      recipientId: moderatorId,
      actorId: null,
      category: 'moderation',
      title: inEachLanguage(({ moderation }) => moderation.noEffect.title),
      message: inEachLanguage(({ moderation }) => moderation.noEffect.message(post.title)),
      sourceEvent: `decision:${id}`,
      action: {
        label: inEachLanguage(({ moderation }) => moderation.look),
        actionType: 'navigate',
        payload: { screen: 'PostReviews' },
      },
    },
  ])
}

const followedAtOnce = 50

/** Ends suspensions whose time is over, and deletes for good what was removed and cannot be appealed any more. */
export const followDecisions = job({
  name: 'marketplace.follow-decisions',
  cron: '*/5 * * * *',
  data: Nothing,
  runs: 'write',
  async handle(work) {
    const due = await lockDue(work.db, work.clock.now(), followedAtOnce)
    for (const made of due) await followUp(work, made)
    if (due.length === followedAtOnce) await work.enqueue(followDecisions, {})
  },
})

const trustedAtOnce = 500

/** Looks at everybody once a day: what they have earned is what they have. */
export const recomputeTrust = job({
  name: 'marketplace.recompute-trust',
  cron: '51 2 * * *',
  data: Nothing,
  runs: 'write',
  handle: (work) => lookAtTrust(work, undefined),
})

/** Goes on with whoever comes next, in a transaction of its own. */
export const recomputeTrustAfter = job({
  name: 'marketplace.recompute-trust-after',
  data: Type.Object({ after: Id }),
  runs: 'write',
  handle: (work, { after }) => lookAtTrust(work, after),
})

async function lookAtTrust(work: Work, after: string | undefined): Promise<void> {
  const people = await selectTrust(work.db, after, trustedAtOnce)
  await updateTrust(work, people)
  const last = people.at(-1)
  if (last && people.length === trustedAtOnce) await work.enqueue(recomputeTrustAfter, { after: last.id })
}
