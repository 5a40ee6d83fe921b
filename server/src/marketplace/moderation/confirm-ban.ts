import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { moderator } from '../access.ts'
import { ModeratedId } from '../ids.ts'
import { lockCase } from '../reports/public.ts'
import { settle } from './case-decision.ts'
import { changeDecision, findDecision, lockDecision, selectLogged } from './decision-queries.ts'
import { presentStaffDecision, StaffDecision } from './decision-shapes.ts'
import {
  alreadyDecided,
  notAgainstStaff,
  ownMatter,
  secondPersonNeeded,
  unknownDecision,
} from './problems.ts'
import { refuseToDecide } from './subject.ts'

export const confirmBan = operation({
  source: 'added here: the second person without whom nobody is banned for good',
  method: 'POST',
  path: '/moderation/confirm',
  summary:
    'Confirm a ban that somebody else of the staff proposed, or refuse it: then it is to be decided anew',
  access: moderator,
  body: Type.Object({ decision_id: ModeratedId, is_confirmed: Type.Boolean() }),
  replies: { 200: { message: 'Ban settled successfully', data: StaffDecision } },
  problems: [unknownDecision, alreadyDecided, secondPersonNeeded, ownMatter, notAgainstStaff],

  async handle({ body, caller, ...work }) {
    const { db, clock } = work
    const now = clock.now()
    const known = await findDecision(db, body.decision_id)
    // The case comes first, as wherever something is decided about it.
    const found = known?.case_id ? await lockCase(db, known.case_id) : undefined
    const made = await lockDecision(db, body.decision_id)
    if (!made) throw unknownDecision()
    if (made.status !== 'proposed' || !found) throw alreadyDecided()
    if (made.decided_by === caller.id) throw secondPersonNeeded()
    // Whom it is about may have become staff since it was proposed.
    await refuseToDecide(db, caller, made)
    const settled = await changeDecision(db, made.id, {
      status: body.is_confirmed ? 'standing' : 'refused',
      settled_by: caller.id,
      settled_at: now,
    })
    if (body.is_confirmed) await settle(work, settled, found)
    work.audit(`${made.model}/${made.target_id}`, { decision: made.id, isConfirmed: body.is_confirmed })
    const row = await selectLogged(db, made.id)
    if (!row) throw unknownDecision()
    return presentStaffDecision(row, now)
  },
})
