import type { Work } from '../../platform/operation/work.ts'
import { addCounts } from '../reports/public.ts'
import { callStaff } from './decision-notice.ts'
import { changeDecision, type Decision } from './decision-queries.ts'

/** Whether its author can say that a listing is in order now which a decision hid. */
export const canResubmit = (made: Decision): boolean =>
  made.model === 'post' &&
  made.action === 'hide' &&
  made.status === 'standing' &&
  made.has_hidden &&
  made.resubmitted_at === null

/** Has a listing that was put right wait for staff to look at it again. */
export async function resubmit(work: Work, id: string): Promise<Decision> {
  const { db, clock } = work
  const now = clock.now()
  const resubmitted = await changeDecision(db, id, { resubmitted_at: now })
  await callStaff(work, resubmitted, 'resubmission')
  await addCounts(db, [{ what: 'resubmission', kind: 'made' }], now)
  return resubmitted
}
