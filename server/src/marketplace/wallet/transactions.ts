import type { Work } from '../../platform/operation/work.ts'
import {
  insertTransaction,
  type NewTransaction,
  type TransactionStatus,
  updateTransaction,
} from './transaction-queries.ts'

/** Begins what its owner sees of money that moves: one line of their history. */
export const openTransaction = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  transaction: NewTransaction,
): Promise<void> => insertTransaction(db, transaction, clock.now())

/** Writes down what became of a transaction, and what was booked with that. */
export async function moveTransaction(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  id: string,
  status: TransactionStatus,
  { entryId = null, at = clock.now() }: { entryId?: string | null; at?: Date } = {},
): Promise<void> {
  if (!(await updateTransaction(db, id, { status, entryId, at })))
    throw new Error(`there is no transaction ${id}`)
}
