import type { Asking } from './asking.ts'
import type { Dispute, Payment } from './charging.ts'

// What only a processor does that pretends.

/** What becomes of a payment with a card that is named by one of these. */
export const scenarios = [
  'success',
  'decline',
  'insufficient',
  'requires_action',
  'late_success',
  'dispute',
] as const
export type Scenario = (typeof scenarios)[number]

type Waiting = Pick<Asking, 'signal'>

/** Commands to the sandbox; absent where money is real. */
export interface Pretending {
  /** What its page would have given a phone that typed a card of this kind. */
  testCardId(scenario: Scenario): string
  /** What a phone does with its setup intent. */
  finishSetup(id: string, cardId: string, asking: Waiting): Promise<void>
  /** Lets a payment that waits for its owner or its bank come to an end. */
  finishPayment(id: string, outcome: 'succeed' | 'fail', asking: Waiting): Promise<Payment>
  openDispute(paymentId: string, asking: Waiting): Promise<Dispute>
  decideDispute(id: string, outcome: 'won' | 'lost', asking: Waiting): Promise<Dispute>
  /** Lets a payout that is on its way arrive now, or come back. One that has ended so already is no failure. */
  finishPayout(id: string, outcome: 'arrive' | 'bounce', asking: Waiting): Promise<void>
}
