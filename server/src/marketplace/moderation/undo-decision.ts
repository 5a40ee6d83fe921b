import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { moderator } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { addCounts, lockCase, reopenCase } from '../reports/public.ts'
import { isAgainst, takeBack } from './actions.ts'
import { tellUndone } from './decision-notice.ts'
import { changeDecision, findDecision, hadPart, lockDecision, selectLogged } from './decision-queries.ts'
import { canUndo, presentStaffDecision, StaffDecision } from './decision-shapes.ts'
import {
  administratorNeeded,
  notAgainstStaff,
  ownMatter,
  undoWindowOver,
  unknownDecision,
} from './problems.ts'
import { refuseToDecide } from './subject.ts'
import { updateTrustOf } from './trust.ts'

export const undoDecision = operation({
  source: 'added here: how staff takes a decision back that was wrong',
  method: 'POST',
  path: '/moderation/undo',
  summary:
    'Take a decision back within 30 days: what it hid is to be seen again, whom it suspended comes back, what was reported waits once more',
  access: moderator,
  body: Type.Object({ decision_id: ModeratedId }),
  replies: { 200: { message: 'Decision taken back successfully', data: StaffDecision } },
  problems: [unknownDecision, undoWindowOver, ownMatter, notAgainstStaff, administratorNeeded],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const known = await findDecision(db, body.decision_id)
    if (known?.case_id) await lockCase(db, known.case_id)
    const made = await lockDecision(db, body.decision_id)
    if (!made) throw unknownDecision()
    if (!canUndo(made, now)) throw undoWindowOver()
    await refuseToDecide(db, caller, made)
    // What two people decided, one of them withdraws, or an administrator.
    const mayAlone = caller.kind === 'administrator' || hadPart(made, caller.id)
    if (made.action === 'ban' && !mayAlone) throw administratorNeeded()
    const undone = {
      status: 'undone',
      undone_by: caller.id,
      undone_at: now,
      due_at: null,
      resubmitted_at: null,
    } as const
    // An appeal that waits has what it asks for.
    const appeal =
      made.appealed_at !== null && made.appeal_settled_at === null
        ? { appeal_settled_at: now, appeal_settled_by: caller.id }
        : {}
    await changeDecision(db, made.id, { ...undone, ...appeal })
    await takeBack(work, made)
    if (made.case_id !== null) await reopenCase(db, made.case_id)
    if (isAgainst(made.action)) {
      await tellUndone(work, made)
      await updateTrustOf(work, made.subject_id)
    }
    work.audit(`${made.model}/${made.target_id}`, { decision: made.id, action: made.action })
    await addCounts(db, [{ what: 'undone', kind: made.action }], now)
    const row = await selectLogged(db, made.id)
    if (!row) throw unknownDecision()
    return presentStaffDecision(row, now)
  },
})
