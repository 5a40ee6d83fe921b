import type { Work } from '../../platform/operation/work.ts'
import { deletePayee } from './jobs.ts'
import { deletePayees } from './payee-queries.ts'

/** Forgets whom somebody was to those who paid them, who are asked to do the same. @returns how many there were. */
export async function forgetPayees(
  { db, enqueue }: Work,
  { id }: { id: string },
  most: number,
): Promise<number> {
  const payees = await deletePayees(db, id, most)
  for (const { id: key, provider, mode, provider_payee_id: payeeId, created_at } of payees)
    await enqueue(deletePayee, { key, provider, mode, payeeId, askedAt: created_at.toISOString() })
  return payees.length
}
