import type { Asking } from './asking.ts'

// What a processor reports of our account with it.

export const movementKinds = ['captured', 'refunded', 'disputed', 'paid_out'] as const
export type MovementKind = (typeof movementKinds)[number]

/** Money that came to our account there, or left it, before any fee. */
export interface Movement {
  /** The processor's name for what moved it. */
  id: string
  kind: MovementKind
  /** Above zero where it came to us. */
  amountMinor: number
  currency: string
  at: Date
  /** Our key of the payment, the refund or the payout; of a dispute its own name. Null of what others made there. */
  key: string | null
  /** The processor's name for the payment that is given or taken back. */
  paymentId: string | null
}

export interface Reporting {
  /** Everything that moved from one moment until before another. */
  listMovements(span: { from: Date; until: Date }, asking: Pick<Asking, 'signal'>): Promise<Movement[]>
}
