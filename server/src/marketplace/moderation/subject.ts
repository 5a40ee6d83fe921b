import type { Db } from '../../platform/db/database.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import type { Caller } from '../access.ts'
import { hasLeft } from '../accounts/public.ts'
import { isReporter } from '../reports/public.ts'
import { isDecisionToken, ownMatter, refuseOwnMatter } from '../trust/public.ts'
import { holdPeople, selectUser } from '../users/public.ts'
import type { Action, Decision } from './decision-queries.ts'
import { notAgainstStaff } from './problems.ts'

/** Whether somebody has left for good; who has not is not erased before the transaction ends. */
export async function isErased(db: Db, id: string): Promise<boolean> {
  await holdPeople(db, [id])
  const person = await selectUser(db, id)
  return !person || hasLeft(person)
}

/** What is done to a person, not to what is theirs. */
const toPeople: readonly Action[] = ['limit', 'suspend', 'ban']

/**
 * Asked before whatever staff decides about people and what is theirs, and before what becomes of a decision. Nobody
 * decides in their own matter, nor about what they reported themselves; and staff is limited, suspended and banned by
 * administrators alone, who alone take that back. Who is about to leave is staff until then, and may come back.
 * @throws OWN_MATTER, NOT_AGAINST_STAFF
 */
export async function refuseToDecide(
  db: Db,
  caller: Caller,
  { case_id: caseId, subject_id: subjectId, action }: Pick<Decision, 'case_id' | 'subject_id' | 'action'>,
): Promise<void> {
  refuseOwnMatter(caller, [subjectId])
  if (caseId !== null && (await isReporter(db, caseId, caller.id))) throw ownMatter()
  if (!toPeople.includes(action) || caller.kind === 'administrator') return
  const subject = await selectUser(db, subjectId)
  if (subject && subject.role !== 'user') throw notAgainstStaff()
}

/**
 * Whether a decision is for somebody to read: it is about them, and they are signed in or have the link that only
 * they were sent. A ban that nobody has confirmed is no decision yet, and of what was dismissed nobody is told.
 */
export const isAddressee = (
  work: Pick<Surroundings, 'services'>,
  made: Decision,
  { callerId, token }: { callerId: string | undefined; token: string | undefined },
): boolean =>
  made.action !== 'dismiss' &&
  made.status !== 'proposed' &&
  made.status !== 'refused' &&
  (made.subject_id === callerId || (token !== undefined && isDecisionToken(work, made.id, token)))
