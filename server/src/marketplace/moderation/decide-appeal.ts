import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { addCounts, judgeReports, lockCase } from '../reports/public.ts'
import { takeBack } from './actions.ts'
import { tellAppealSettled } from './decision-notice.ts'
import {
  changeDecision,
  findDecision,
  hadPart,
  hasOtherJudge,
  lockDecision,
  selectLogged,
} from './decision-queries.ts'
import { presentStaffDecision, StaffDecision } from './decision-shapes.ts'
import {
  administratorNeeded,
  alreadyDecided,
  notAgainstStaff,
  ownMatter,
  secondPersonNeeded,
  unknownDecision,
} from './problems.ts'
import { refuseToDecide } from './subject.ts'
import { updateTrustOf } from './trust.ts'

export const decideAppeal = operation({
  source: 'added here: how an appeal ends',
  method: 'POST',
  path: '/moderation/decide-appeal',
  summary:
    'Uphold a decision that was appealed, or overturn it, a ban by an administrator: then what it did is taken back. Not by whoever decided, unless there is nobody else',
  access: moderator,
  body: Type.Object({
    decision_id: ModeratedId,
    outcome: OneOf(['upheld', 'overturned']),
    answer: Text(1, 2000, {
      description: 'to whoever appealed',
      example: 'You are right, and we are sorry.',
    }),
  }),
  replies: { 200: { message: 'Appeal decided successfully', data: StaffDecision } },
  problems: [
    unknownDecision,
    alreadyDecided,
    secondPersonNeeded,
    ownMatter,
    notAgainstStaff,
    administratorNeeded,
  ],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const { outcome, answer } = body
    const now = clock.now()
    const known = await findDecision(db, body.decision_id)
    if (known?.case_id) await lockCase(db, known.case_id)
    const made = await lockDecision(db, body.decision_id)
    if (!made) throw unknownDecision()
    if (made.appealed_at === null || made.appeal_settled_at !== null || made.status !== 'standing')
      throw alreadyDecided()
    await refuseToDecide(db, caller, made)
    const isOverturned = outcome === 'overturned'
    const needsAdministrator = isOverturned && made.action === 'ban'
    if (needsAdministrator && caller.kind !== 'administrator') throw administratorNeeded()
    if (hadPart(made, caller.id) && (await hasOtherJudge(db, made, needsAdministrator)))
      throw secondPersonNeeded()
    await changeDecision(db, made.id, {
      appeal_settled_by: caller.id,
      appeal_settled_at: now,
      appeal_answer: answer,
      ...(isOverturned && { status: 'overturned' as const, due_at: null, resubmitted_at: null }),
    })
    if (isOverturned) {
      await takeBack(work, made)
      if (made.case_id !== null) await judgeReports(db, made.case_id, false)
      await updateTrustOf(work, made.subject_id)
    }
    await tellAppealSettled(work, made, outcome, answer)
    work.audit(`${made.model}/${made.target_id}`, { decision: made.id, outcome })
    await addCounts(db, [{ what: 'appeal', kind: outcome }], now)
    const row = await selectLogged(db, made.id)
    if (!row) throw unknownDecision()
    return presentStaffDecision(row, now)
  },
})
