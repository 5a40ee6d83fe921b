import type { PaymentMode, Payments } from '../../platform/payments/port.ts'
import { providerUnavailable } from '../../platform/provider-errors.ts'
import type { Providers } from '../../platform/providers.ts'

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
