import { problem } from '../../platform/operation/problem.ts'
import { PaymentDeclined } from '../../platform/payments/port.ts'

export const paymentDeclined = problem(402, 'PAYMENT_DECLINED', 'The payment provider declined this.')

/** What somebody is told whom the provider declines; everything else stays what it is. */
export const orDeclined = (error: unknown): never => {
  throw error instanceof PaymentDeclined ? paymentDeclined({ details: { reason: error.code } }) : error
}
