import { newId } from '../../platform/ids.ts'
import type { Attempt, Flow } from '../../platform/operation/work.ts'
import type { NewCustomer, PaymentMode, Payments } from '../../platform/payments/port.ts'
import { providerUnavailable } from '../../platform/provider-errors.ts'
import type { Providers } from '../../platform/providers.ts'
import { selectUser } from '../users/public.ts'
import { orDeclined } from './problems.ts'
import { type CustomerRow, findCustomer, keepCustomer, reserveCustomer } from './queries.ts'

/** Which provider, and whether it moves real money. */
export interface Processor {
  provider: Payments['provider']
  mode: PaymentMode
}

/** Somebody as the payment provider knows them. */
export interface KnownCustomer extends Processor {
  /** Of our row. */
  id: string
  /** The provider's name for them. */
  providerId: string
}

/** The provider that a request began with. @throws PROVIDER_UNAVAILABLE when the operator has chosen another meanwhile. */
export function paymentsOf({ payments }: Providers, { provider, mode }: Processor): Payments {
  if (payments.provider !== provider || payments.mode !== mode) throw providerUnavailable()
  return payments
}

/** Who somebody is at the payment provider, made there the first time. */
export async function customerOf(flow: Flow, personId: string): Promise<KnownCustomer> {
  const processor = await flow.outside('processor', {
    call: async ({ payments: { provider, mode } }): Promise<Processor> => ({ provider, mode }),
  })
  const known = await flow.read(({ db }) => findCustomer(db, { ...processor, personId }))
  if (known?.provider_customer_id)
    return { ...processor, id: known.id, providerId: known.provider_customer_id }
  const { row, isNew } = await flow.step('reserve customer', async ({ db, clock }) => {
    const id = newId()
    const person = await selectUser(db, personId)
    const wanted = { ...processor, id, personId, email: person?.email ?? null, at: clock.now() }
    const reserved = await reserveCustomer(db, wanted)
    return { row: reserved, isNew: reserved.id === id }
  })
  const made = await makeCustomer(flow, processor, { personId, row, isNew })
  const providerId = await flow.step('keep customer', ({ db }) => keepCustomer(db, row.id, made.id))
  return { ...processor, id: row.id, providerId }
}

/** The provider's key is the id of our row, not the request's: two phones that press at once ask for the same. */
function makeCustomer(
  { outside }: Flow,
  processor: Processor,
  { personId, row, isNew }: { personId: string; row: CustomerRow; isNew: boolean },
) {
  const wanted: NewCustomer = { personId, email: row.email, askedAt: row.created_at }
  const find = (providers: Providers, { signal }: Attempt) =>
    paymentsOf(providers, processor).findCustomer(wanted, { key: row.id, signal })
  return outside('customer', {
    async call(providers, attempt) {
      // What an earlier request left may have been made longer ago than the provider remembers keys.
      const found = isNew ? undefined : await find(providers, attempt)
      const asking = { key: row.id, signal: attempt.signal }
      return found ?? paymentsOf(providers, processor).createCustomer(wanted, asking).catch(orDeclined)
    },
    find,
  })
}
