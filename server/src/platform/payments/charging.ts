import type { Asking } from './asking.ts'

// What Plaza asks of a processor about cards and what is charged to them.

/** A card as it may be shown. Its number is nowhere. */
export interface Card {
  id: string
  /** Whose it is; null of one that nobody has saved. */
  customerId: string | null
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
  /** The same for the same number, however often it is saved. */
  fingerprint: string
}

export const paymentStates = [
  'requires_action',
  'processing',
  'succeeded',
  // Until somebody tries another card with it: see `cancelPayment`.
  'declined',
  'canceled',
] as const
export type PaymentState = (typeof paymentStates)[number]

export interface NewPayment {
  customerId: string
  cardId: string
  amountMinor: number
  currency: string
  /** Whether the owner of the card is not there to answer their bank. */
  isOffSession?: boolean
  /** What the payment is for, in two words that people read on lists of the processor. */
  description: string
}

export interface Payment {
  id: string
  status: PaymentState
  /** Lets its holder finish this one payment; for the phone alone, never logged. */
  clientSecret: string
  amountMinor: number
  currency: string
  /** The bank's word for why not. */
  declineCode: string | null
  /** Our key, under which it was made; null of what others made there. */
  key: string | null
}

export const refundStates = ['pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

export interface NewRefund {
  /** The processor's name for the payment. */
  paymentId: string
  amountMinor: number
  currency: string
}

export interface Refund {
  id: string
  paymentId: string
  status: RefundState
  /** As of a payment. */
  key: string | null
}

export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/** Somebody had their bank take a payment back. */
export interface Dispute {
  id: string
  paymentId: string
  status: DisputeState
  amountMinor: number
  currency: string
  reason: string
  /** Whether the processor has taken the money from us, for now or for good. */
  isWithdrawn: boolean
  /** Whether it has ever taken it. */
  wasWithdrawn: boolean
  /** Until when we can say something against it; null where that is not said. */
  evidenceDueAt: Date | null
  /** Our key of the payment, as of a payment. */
  key: string | null
}

type Waiting = Pick<Asking, 'signal'>

/** Calls that make something take a key and have their `find…`; see `Payments` for how they fail. */
export interface Charging {
  /** Saves a card for a customer; once it is theirs, asking again changes nothing. */
  saveCard(card: { customerId: string; cardId: string }, asking: Asking): Promise<Card>
  readCard(id: string, asking: Waiting): Promise<Card>
  /** Takes a card from its customer, for good. One that is gone already is no failure. */
  forgetCard(id: string, asking: Waiting): Promise<void>

  /** Charges a saved card. What the bank declines is a payment all the same, and comes back `declined`. */
  createPayment(payment: NewPayment, asking: Asking): Promise<Payment>
  findPayment(payment: Pick<NewPayment, 'customerId'>, asking: Asking): Promise<Payment | undefined>
  /** The payment as it stands now. */
  readPayment(id: string, asking: Waiting): Promise<Payment>
  /** Ends what has not succeeded, so that it never will. @returns how it ended: it may have succeeded meanwhile. */
  cancelPayment(id: string, asking: Waiting): Promise<Payment>

  createRefund(refund: NewRefund, asking: Asking): Promise<Refund>
  findRefund(refund: Pick<NewRefund, 'paymentId'>, asking: Asking): Promise<Refund | undefined>
  readRefund(id: string, asking: Waiting): Promise<Refund>

  readDispute(id: string, asking: Waiting): Promise<Dispute>
}
