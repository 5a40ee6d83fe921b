import type { Db } from '../../platform/db/database.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { hasLeft } from '../accounts/public.ts'
import { isDecisionToken } from '../trust/public.ts'
import { holdPeople, selectUser } from '../users/public.ts'
import type { Decision } from './decision-queries.ts'
import { notAgainstStaff } from './problems.ts'

/** Whether somebody has left for good; who has not is not erased before the transaction ends. */
export async function isErased(db: Db, id: string): Promise<boolean> {
  await holdPeople(db, [id])
  const person = await selectUser(db, id)
  return !person || hasLeft(person)
}

/**
 * Staff is suspended and banned by administrators alone. Who is about to leave is staff until then, and may come back.
 * @throws notAgainstStaff
 */
export function refuseAgainstStaff(person: { role: string } | undefined, caller: { kind: string }): void {
  if (person && person.role !== 'user' && caller.kind !== 'administrator') throw notAgainstStaff()
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
