import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { addCounts, type CaseRow, findSnapshot, lineOf, settleCase } from '../reports/public.ts'
import { isAgainst, takeEffect } from './actions.ts'
import { callStaff, tellReporters, tellShown, tellSubject } from './decision-notice.ts'
import { type Action, changeDecision, type Decision, insertDecisionMade } from './decision-queries.ts'
import { isErased } from './subject.ts'
import { updateTrustOf } from './trust.ts'

/** Lets a decision about a locked case take effect, ends the case, and tells everybody who is to know. */
export async function settle(work: Work, made: Decision, found: CaseRow): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const { isShownAgain } = await takeEffect(work, made, found.has_hidden)
  const isUpheld = isAgainst(made.action)
  const reports = await settleCase(db, found.id, { isUpheld, at: now })
  await tellSubject(work, made)
  if (isShownAgain) await tellShown(work, made)
  await tellReporters(work, made, reports, isUpheld)
  if (isUpheld) await updateTrustOf(work, made.subject_id)
  await addCounts(db, [{ what: 'decision', kind: made.action }], now)
}

interface Ruling {
  action: Action
  rule: string
  facts: string
  statement: string
  deciderId: string
  /** Of a suspension or a limit. */
  days: number
  appealDays: number
}

/** Decides about a locked case: at once, but for a ban, which waits for somebody else of the staff. */
export async function decideCase(work: Work, found: CaseRow, ruling: Ruling): Promise<Decision> {
  const { db, clock } = work
  const { action, rule, facts, statement } = ruling
  const now = clock.now()
  const inDays = (count: number) => new Date(now.getTime() + days(count))
  const snapshot = await findSnapshot(db, found.id)
  const { id, model, target_id, subject_id } = found
  // A chat has two people: which one it is would tell who reported it. Of who is erased no name and no title comes back.
  const isNamed = model !== 'chat' && !(await isErased(db, subject_id))
  const made = await insertDecisionMade(db, {
    id: newId(),
    case_id: id,
    model,
    target_id,
    subject_id,
    about: snapshot && isNamed ? lineOf(snapshot) : '',
    action,
    rule,
    facts,
    statement,
    status: action === 'ban' ? 'proposed' : 'standing',
    decided_by: ruling.deciderId,
    decided_at: now,
    ends_at: action === 'suspend' || action === 'limit' ? inDays(ruling.days) : null,
    appeal_until: isAgainst(action) ? inDays(ruling.appealDays) : null,
  })
  await (action === 'ban' ? callStaff(work, made, 'ban') : settle(work, made, found))
  return made
}

/** Has a decision wait for somebody else to look at it again. */
export async function appealTo(work: Work, id: string, text: string): Promise<Decision> {
  const { db, clock } = work
  const now = clock.now()
  const appealed = await changeDecision(db, id, { appealed_at: now, appeal_text: text })
  await callStaff(work, appealed, 'appeal')
  await addCounts(db, [{ what: 'appeal', kind: 'made' }], now)
  return appealed
}
