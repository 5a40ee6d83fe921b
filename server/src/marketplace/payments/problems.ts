import { problem } from '../../platform/operation/problem.ts'
import { PaymentDeclined } from '../../platform/payments/port.ts'
import { ProviderRefused } from '../../platform/provider-errors.ts'

export const paymentDeclined = problem(402, 'PAYMENT_DECLINED', 'The payment provider declined this.')
export const cardDeclined = problem(402, 'CARD_DECLINED', 'The bank of this card declined it.')
export const noSuchCard = problem(404, 'NO_SUCH_PAYMENT_METHOD', 'There is no such payment method.')
export const noPaymentMethod = problem(
  409,
  'NO_PAYMENT_METHOD',
  'You have saved no payment method yet. Save one first.',
)
export const rawCardRefused = problem(
  400,
  'RAW_CARD_REFUSED',
  'Never send a card’s number here. The payment provider’s form takes it and gives a name for the card.',
)
export const cardLimit = problem(
  409,
  'LIMIT_REACHED',
  'You have as many payment methods as you can. Remove one first.',
)
export const cardInUse = problem(
  409,
  'IN_USE',
  'This is the only payment method for something that is being paid. Save another one first.',
)
export const amountOutOfRange = problem(
  400,
  'AMOUNT_OUT_OF_RANGE',
  'This amount is too small or too large. `details` says what can be added at once.',
)
export const notInTestMode = problem(
  404,
  'NOT_IN_TEST_MODE',
  'There is nothing to test with where real money moves.',
)
export const refundTooLarge = problem(
  409,
  'REFUND_TOO_LARGE',
  'No more can be given back than was paid and has not been given back yet.',
)

/** What somebody is told whom the provider declines; everything else stays what it is. */
export const orDeclined = (error: unknown): never => {
  throw error instanceof PaymentDeclined ? paymentDeclined({ details: { reason: error.code } }) : error
}

/** What somebody is told whose card is not taken. */
export const orCardRefused = (error: unknown): never => {
  if (error instanceof PaymentDeclined) throw cardDeclined({ details: { reason: error.code } })
  if (error instanceof ProviderRefused && error.code === 'resource_missing') throw noSuchCard()
  throw error
}

export const noSuchPayment = problem(404, 'NO_SUCH_PAYMENT', 'There is no such payment.')
export const noSuchSetupIntent = problem(404, 'NO_SUCH_SETUP_INTENT', 'There is no such open setup intent.')
export const notSimulable = problem(409, 'NOT_SIMULABLE', 'The sandbox cannot do this with this payment now.')
export const noSuchEvent = problem(404, 'NO_SUCH_EVENT', 'There is no such event.')
