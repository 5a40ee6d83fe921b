import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { insertPlainReceipt } from './receipt-queries.ts'
import {
  insertTransaction,
  type NewTransaction,
  type TransactionStatus,
  updateTransaction,
} from './transaction-queries.ts'

/** Begins what its owner sees of money that moves: one line of their history. */
export async function openTransaction(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  transaction: NewTransaction,
): Promise<void> {
  const { id: transactionId, type, status, subject = '' } = transaction
  const at = clock.now()
  await insertTransaction(db, transaction, at)
  if (hasMoved(status) && type !== 'purchase' && type !== 'sale')
    await insertPlainReceipt(db, { id: newId(), transactionId, subject }, at)
}

/** Whether its money is where it was to go, or back from there, so that there is a receipt of it. */
const hasMoved = (status: TransactionStatus) => status === 'succeeded' || status === 'returned'

/**
 * Writes down what became of a transaction, and what was booked with that.
 * @param subject what its receipt says that it is for
 */
export async function moveTransaction(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  id: string,
  status: TransactionStatus,
  {
    entryId = null,
    at = clock.now(),
    subject = '',
  }: { entryId?: string | null; at?: Date; subject?: string } = {},
): Promise<void> {
  if (!(await updateTransaction(db, id, { status, entryId, at })))
    throw new Error(`there is no transaction ${id}`)
  if (hasMoved(status)) await insertPlainReceipt(db, { id: newId(), transactionId: id, subject }, at)
}
