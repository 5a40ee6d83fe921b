import type { PaymentMode } from '../payments/port.ts'

/**
 * What can be said of a page elsewhere, on which people pay us, without asking anybody. Nothing is charged by us
 * there: who follows the address pays or does not, and the provider tells us of it by itself.
 */
export interface HostedPages {
  readonly provider: 'paypal'
  /** Whether real money moves. */
  readonly mode: PaymentMode
  /** Whether it knows the currency, and the amount has no more decimals than it takes in it. */
  takes(amountMinor: number, currency: string): boolean
  /** Where somebody pays. They may change everything in it, so that a notice is compared with what was asked. */
  addressFor(payment: HostedPayment): string
  /** What a notice says, whoever sent it; undefined of what is about no payment, or cannot be read. */
  noticeIn(bytes: Buffer): HostedNotice | undefined
}

export interface HostedPayments extends HostedPages {
  /**
   * Asks the provider whether it has sent these very bytes.
   * @throws ProviderUnavailable, ProviderUnsure or ProviderRefused when it does not say.
   */
  hasSent(bytes: Buffer, asking: { signal: AbortSignal }): Promise<boolean>
}

export interface HostedPayment {
  /** Our key, which comes back with the notices. */
  key: string
  amountMinor: number
  currency: string
  description: string
  /** Where the provider tells us of it. */
  noticeUrl: string
  /** Where its payer goes afterwards, and where if they would rather not. */
  returnUrl: string
  cancelUrl: string
}

export const noticeKinds = ['pending', 'completed', 'failed', 'refunded', 'reversed', 'returned'] as const

/** What a provider says of one movement of money; `reversed` was taken back by a bank, `returned` undoes that. */
export interface HostedNotice {
  kind: (typeof noticeKinds)[number]
  /** The provider's name for the movement, and for the payment that it takes back. */
  id: string
  parentId: string | null
  /** Our key; null where there is none. */
  key: string | null
  /** Of what was given back, too, without a sign. */
  amountMinor: number
  currency: string
  /** Whether the account that was paid is ours. */
  isToUs: boolean
  mode: PaymentMode
  /** The provider's own word for what happened. */
  reason: string
}
