import type { HostedPages } from '../../platform/hosted-payments/port.ts'
import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { Surroundings, Work } from '../../platform/operation/work.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { checkMoneyMoves } from '../wallet/public.ts'
import { insertPayment, type PaymentRow } from './payment-queries.ts'
import type { Purpose } from './states.ts'

/** @throws PROVIDER_NOT_CONFIGURED while nobody's pages are set up, or other money moves there. */
export function pagesOf({ services }: Pick<Surroundings, 'services'>): HostedPages {
  const { hostedPages, missingSettings } = services
  if (hostedPages) return hostedPages
  const missing = missingSettings('hostedPayments')
  throw providerNotConfigured({ details: { settings: missing.length > 0 ? missing : ['PAYPAL_MODE'] } })
}

/**
 * Begins a payment that somebody makes on a page elsewhere. Nobody is asked for anything: it stays `processing` until
 * the provider tells us of it.
 * @throws MONEY_STOPPED, PROVIDER_NOT_CONFIGURED, or VALIDATION_FAILED of what is not taken there
 */
export async function openHostedPayment(
  work: Work,
  payment: { personId: string; purpose: Purpose; amountMinor: number; currency: string },
): Promise<PaymentRow> {
  await checkMoneyMoves(work)
  const { personId, purpose, amountMinor, currency } = payment
  const { provider, mode, takes } = pagesOf(work)
  if (!takes(amountMinor, currency))
    throw invalidField('body.currency', 'provider', 'is not taken by PayPal, or not with these decimals')
  const row = {
    ...{ id: newId(), user_id: personId, purpose_kind: purpose.kind, purpose_id: purpose.id },
    ...{ amount_minor: amountMinor, currency, provider, mode, status: 'processing' as const },
    ...{ provider_customer_id: null, provider_card_id: null, is_off_session: false },
  }
  return insertPayment(work.db, row, work.clock.now())
}

/** The same, as long as there is something to be paid there; null of any other. */
export function pageIfOpen(surroundings: Pick<Surroundings, 'services'>, row: PaymentRow): string | null {
  const pages = surroundings.services.hostedPages
  const isOpen = row.status === 'processing' && pages?.provider === row.provider && pages.mode === row.mode
  return isOpen ? pageFor(surroundings, row) : null
}

/** Where a payment is made that was begun for a page elsewhere. */
export function pageFor(surroundings: Pick<Surroundings, 'services'>, row: PaymentRow): string {
  const { publicUrl } = surroundings.services.settings
  const transaction = `${publicUrl}/wallet/${row.id}`
  return pagesOf(surroundings).addressFor({
    ...{ key: row.id, amountMinor: row.amount_minor, currency: row.currency, description: 'Adding funds' },
    noticeUrl: `${publicUrl}/api/v1/payment-mgt/ipn-check`,
    returnUrl: `${transaction}?paid=true`,
    cancelUrl: transaction,
  })
}
