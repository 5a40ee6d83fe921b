import { newId } from '../../platform/ids.ts'
import type { Flow, Outward, Work } from '../../platform/operation/work.ts'
import type { Asking, PaymentMode, Payments } from '../../platform/payments/port.ts'
import { providerUnavailable } from '../../platform/provider-errors.ts'
import type { Providers } from '../../platform/providers.ts'
import { orDeclined } from './problems.ts'
import { type CustomerRow, keepCustomer, reserveCustomer } from './queries.ts'

/** Which provider something began with, and whether it moves real money. */
export type Processor = Pick<Payments, 'provider' | 'mode'>

/** @throws PROVIDER_UNAVAILABLE when the operator has chosen another one meanwhile. */
export function paymentsOf(
  { payments }: Providers,
  { provider, mode }: { provider: string; mode: PaymentMode },
): Payments {
  if (payments.provider !== provider || payments.mode !== mode) throw providerUnavailable()
  return payments
}

/**
 * What the provider makes once for a row of ours. The key is the row's, not the request's: two phones
 * that press at once ask for the same.
 */
export const madeFor = <Made>(
  { id: key, is_new: isNew }: { id: string; is_new: boolean },
  processor: Processor,
  {
    make,
    find,
  }: {
    make(payments: Payments, asking: Asking): Promise<Made>
    find(payments: Payments, asking: Asking): Promise<Made | undefined>
  },
): Outward<Made> => ({
  async call(providers, { signal }) {
    const payments = paymentsOf(providers, processor)
    // What an earlier request left may be older than the provider's memory of keys.
    const found = isNew ? undefined : await find(payments, { key, signal })
    return found ?? make(payments, { key, signal }).catch(orDeclined)
  },
  find: (providers, { signal }) => find(paymentsOf(providers, processor), { key, signal }),
})

/** The row of somebody at the provider. */
export const customerRowOf = ({ db, clock }: Work, personId: string, processor: Processor) =>
  reserveCustomer(db, { ...processor, id: newId(), personId, at: clock.now() })

/** Makes somebody known to the provider. @returns the provider's name for them. */
export async function makeCustomer(
  { outside, step }: Flow,
  processor: Processor,
  personId: string,
  row: CustomerRow,
): Promise<string> {
  const person = { personId, email: row.email, askedAt: row.created_at }
  const { id } = await outside(
    'customer',
    madeFor(row, processor, {
      make: (payments, asking) => payments.createCustomer(person, asking),
      find: (payments, asking) => payments.findCustomer(person, asking),
    }),
  )
  return step('keep customer', ({ db }) => keepCustomer(db, row.id, id))
}
