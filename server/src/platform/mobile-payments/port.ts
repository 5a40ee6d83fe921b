import type { Sender, Sent } from '../operation/signature.ts'
import type { PaymentMode } from '../payments/port.ts'

/** Whoever watches the shops of phones for us, and tells of what people buy there. */
export interface MobilePayments {
  /** Whether real purchases count here, or those of the shops' sandboxes; never both. */
  readonly mode: PaymentMode
  /**
   * Finds out whether a notification comes from them.
   * @throws SIGNATURE_INVALID or SIGNATURE_EXPIRED
   */
  senderOf(sent: Sent): Promise<Sender>
}
