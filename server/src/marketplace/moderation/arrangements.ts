import type { Arrangements } from '../../testing/arranged.ts'
import { granted, newMember, newStaff } from '../../testing/kit.ts'
import { holdDecision, newHeldPost, newPost } from '../../testing/posts.ts'
import { appeal, decide, newCase, newDecision, newResubmission, resubmit } from '../../testing/reports.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  sendContentViolation: async ({ moderator, member }) => ({
    as: moderator,
    body: {
      recipient: member.id,
      reference: { model: 'post', id: (await newPost(member))._id },
      rule: 'no-spam',
      message: 'Please do not repeat it.',
      action: 'warn',
    },
  }),
  getPostReviews: async ({ moderator, member }) => {
    for (const _ of [1, 2]) await newHeldPost(member)
    return { as: moderator }
  },
  reviewPost: async ({ moderator, member }) => ({
    as: moderator,
    params: { post_id: (await newHeldPost(member))._id },
    body: { decision: 'decline', message: 'This is another thing: make a new listing of it.' },
  }),
  takeBackDecision: async ({ moderator, member }) => {
    const { _id } = await newHeldPost(member)
    await holdDecision(moderator, _id)
    return { as: moderator, params: { post_id: _id } }
  },
  getModerationCounts: async ({ moderator, member }) => {
    await newHeldPost(member)
    return { as: moderator }
  },
  getModerationQueue: [
    async ({ moderator, member, partner }) => {
      await newHeldPost(member)
      for (const _ of [1, 2]) await newCase(member, partner)
      await granted(appeal(member, await newDecision(member)))
      return { as: moderator, query: { kind: 'report' } }
    },
    async ({ moderator, member }) => {
      for (const _ of [1, 2]) await granted(resubmit(member, await newResubmission(member)))
      return { as: moderator, query: { kind: 'resubmission' } }
    },
    async ({ moderator, member }) => {
      for (const _ of [1, 2]) await granted(appeal(member, await newDecision(member)))
      return { as: moderator, query: { kind: 'appeal' } }
    },
    async ({ moderator, administrator, member, partner }) => {
      for (const _ of [1, 2]) await granted(decide(administrator, await newCase(member, partner), 'ban'))
      return { as: moderator, query: { kind: 'confirmation' } }
    },
  ],
  getQueueCounts: async ({ moderator, member, partner }) => {
    await newCase(member, partner)
    return { as: moderator }
  },
  decideReport: async ({ moderator, member, partner }) => ({
    as: moderator,
    body: {
      case_id: await newCase(member, partner),
      decision: 'warn',
      rule: 'prohibited item',
      facts: 'The text asks for the code of a gift card.',
      statement: 'Please ask for no payment outside.',
    },
  }),
  confirmBan: async ({ moderator, administrator }) => {
    const id = await newCase(await newMember(), await newMember())
    const { body } = await granted(decide(administrator, id, 'ban'))
    return { as: moderator, body: { decision_id: body.data._id, is_confirmed: false } }
  },
  undoDecision: async ({ moderator, member }) => ({
    as: moderator,
    body: { decision_id: await newDecision(member, 'hide', moderator) },
  }),
  getDecision: async ({ member }) => ({
    as: member,
    params: { decision_id: await newDecision(member) },
  }),
  appealDecision: async ({ member }) => ({
    as: member,
    body: { decision_id: await newDecision(member), text: 'The shop is mine.' },
  }),
  decideAppeal: async ({ moderator, member }) => {
    const decision_id = await newDecision(member, 'warn', await newStaff('moderator'))
    await granted(appeal(member, decision_id))
    return { as: moderator, body: { decision_id, outcome: 'overturned', answer: 'You are right.' } }
  },
  resubmitPost: async ({ member }) => ({
    as: member,
    body: { decision_id: await newResubmission(member) },
  }),
  decideResubmission: async ({ moderator, member }) => {
    const decision_id = await newResubmission(member, moderator)
    await granted(resubmit(member, decision_id))
    return { as: moderator, body: { decision_id, outcome: 'declined', answer: 'The title still says it.' } }
  },
  getModerationLog: async ({ moderator, member }) => {
    for (const _ of [1, 2]) await newDecision(member, 'warn', moderator)
    return { as: moderator, query: { subject_id: member.id } }
  },
  getTransparencyCounts: async ({ member, partner }) => {
    await newCase(member, partner)
    return { query: { months: 2 } }
  },
  getTrust: ({ member }) => ({ as: member }),
}
