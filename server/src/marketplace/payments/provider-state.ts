import type { Providers } from '../../platform/providers.ts'
import type { PaymentRow } from './payment-queries.ts'
import { paymentsOf } from './processor.ts'
import type { Said } from './settlement.ts'

/** What the provider says of a payment, once it is ended if nobody waits for it; undefined where it knows of none. */
export async function stateOf(
  providers: Providers,
  row: PaymentRow,
  { isOver, signal }: { isOver: boolean; signal: AbortSignal },
): Promise<Said | undefined> {
  const payments = paymentsOf(providers, row)
  const { id: key, provider_payment_id: id, provider_customer_id: customerId } = row
  const found =
    id === null
      ? await payments.findPayment({ customerId: customerId ?? '' }, { key, signal })
      : await payments.readPayment(id, { signal })
  const waits = found?.status === 'requires_action' && isOver
  if (!found || !(waits || found.status === 'declined')) return found
  const ended = await payments.cancelPayment(found.id, { signal })
  return { ...ended, declineCode: found.declineCode ?? 'not_answered' }
}
