import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { deleteBaseline, lockOfAuthor } from '../posts/public.ts'
import { addCounts, lockCase } from '../reports/public.ts'
import { takeBack } from './actions.ts'
import { tellResubmissionSettled } from './decision-notice.ts'
import { changeDecision, findDecision, lockDecision, selectLogged } from './decision-queries.ts'
import { presentStaffDecision, StaffDecision } from './decision-shapes.ts'
import { alreadyDecided, ownMatter, unknownDecision } from './problems.ts'
import { refuseToDecide } from './subject.ts'

export const decideResubmission = operation({
  source: 'added here: how it ends that somebody put a hidden listing right',
  method: 'POST',
  path: '/moderation/decide-resubmission',
  summary:
    'Show a hidden listing again that its author has put right, or say what is still not in order; `If-Match` is the version that was looked at',
  access: moderator,
  versioned: true,
  body: Type.Object({
    decision_id: ModeratedId,
    outcome: OneOf(['accepted', 'declined']),
    answer: Type.Optional(
      Text(1, 2000, {
        description: 'to its author; required where it is declined',
        example: 'The second picture still shows a phone number.',
      }),
    ),
  }),
  replies: { 200: { message: 'Resubmission decided successfully', data: StaffDecision } },
  problems: [unknownDecision, alreadyDecided, ownMatter],

  async handle({ body, caller, expectVersion, ...work }) {
    const { db, clock } = work
    const { outcome, answer = null } = body
    const now = clock.now()
    if (outcome === 'declined' && answer === null)
      throw invalidField('body.answer', 'required', 'is required: say what is still not in order')
    const known = await findDecision(db, body.decision_id)
    if (known?.case_id) await lockCase(db, known.case_id)
    const made = await lockDecision(db, body.decision_id)
    if (!made) throw unknownDecision()
    if (made.resubmitted_at === null || made.status !== 'standing') throw alreadyDecided()
    await refuseToDecide(db, caller, made)
    const post = await lockOfAuthor(db, made.target_id, made.subject_id)
    if (post?.status !== 'hidden') throw alreadyDecided()
    expectVersion(post)
    // An appeal that waits has what it asks for.
    const isAppealed = made.appealed_at !== null && made.appeal_settled_at === null
    await changeDecision(db, made.id, {
      resubmitted_at: null,
      known_version: post.version,
      resubmission_settled_by: caller.id,
      resubmission_settled_at: now,
      resubmission_answer: answer,
      ...(outcome === 'accepted' && { status: 'remedied' as const, due_at: null }),
      ...(outcome === 'accepted' && isAppealed && { appeal_settled_at: now, appeal_settled_by: caller.id }),
    })
    if (outcome === 'accepted') {
      // It comes back as it was looked at.
      await deleteBaseline(db, post.id)
      await takeBack(work, made)
    }
    await tellResubmissionSettled(work, made, outcome, answer)
    work.audit(`${made.model}/${made.target_id}`, { decision: made.id, outcome })
    await addCounts(db, [{ what: 'resubmission', kind: outcome }], now)
    const row = await selectLogged(db, made.id)
    if (!row) throw unknownDecision()
    return presentStaffDecision(row, now)
  },
})
