import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockOfAuthor } from '../posts/public.ts'
import { lockDecision } from './decision-queries.ts'
import { OwnDecision, presentOwnDecision } from './decision-shapes.ts'
import { nothingChanged, resubmissionNotOpen, unknownDecision } from './problems.ts'
import { canResubmit, resubmit } from './resubmission.ts'
import { isAddressee } from './subject.ts'

export const resubmitPost = operation({
  source: 'added here: how a listing that was hidden is put right and comes back',
  method: 'POST',
  path: '/moderation/resubmit',
  summary: 'Have a listing of yours that a decision hid looked at again once you have put it right',
  access: member,
  body: Type.Object({ decision_id: Id }),
  replies: { 200: { message: 'Listing sent to be looked at', data: OwnDecision } },
  problems: [unknownDecision, resubmissionNotOpen, nothingChanged],
  limit: { max: 60, strict: 20, windowSeconds: 3600 },

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const made = await lockDecision(db, body.decision_id)
    if (!made || !isAddressee(work, made, { callerId: caller.id, token: undefined })) throw unknownDecision()
    if (!canResubmit(made)) throw resubmissionNotOpen()
    const post = await lockOfAuthor(db, made.target_id, caller.id)
    if (post?.status !== 'hidden') throw resubmissionNotOpen()
    if (post.version === made.known_version) throw nothingChanged()
    return presentOwnDecision(await resubmit(work, made.id), clock.now())
  },
})
