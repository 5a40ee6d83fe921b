import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { insertReceipt, type NewReceipt } from './receipt-queries.ts'

/** Writes the receipt of a transaction, in the transaction that moves the money. It has its number within a minute. */
export const issueReceipt = (
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  receipt: Omit<NewReceipt, 'id'>,
): Promise<void> => insertReceipt(db, { ...receipt, id: newId() }, clock.now())
