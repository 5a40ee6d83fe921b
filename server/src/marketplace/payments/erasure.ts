import type { Work } from '../../platform/operation/work.ts'
import { deleteCustomer } from './jobs.ts'
import { deleteCustomers } from './queries.ts'

/** Forgets whom somebody was to the providers, who are asked to do the same. @returns how many there were. */
export async function forgetCustomers(
  { db, enqueue }: Work,
  { id }: { id: string },
  most: number,
): Promise<number> {
  const customers = await deleteCustomers(db, id, most)
  for (const { id: key, provider, mode, provider_customer_id: customerId, created_at } of customers)
    await enqueue(deleteCustomer, { key, provider, mode, customerId, askedAt: created_at.toISOString() })
  return customers.length
}
