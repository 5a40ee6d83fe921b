export { cardRemoved, disputeMoved, payeeNews, paymentMoved, refundMoved } from './announcements.ts'
export { tellOfMoney } from './notices.ts'
export { refuseWithPayments } from './open-payments.ts'
export {
  askForPayment,
  endPayment,
  openPayment,
  openRefund,
  type PaymentProgress,
  processorOf,
  wantedOf,
} from './payment-flow.ts'
export type { PaymentRow, RefundRow } from './payment-queries.ts'
export { personalData } from './personal-data.ts'
export {
  amountOutOfRange,
  cardInUse,
  noPaymentMethod,
  noSuchCard,
  notInTestMode,
  paymentDeclined,
  refundTooLarge,
} from './problems.ts'
export { customerRowOf, type Processor, paymentsOf } from './processor.ts'
export { keepCustomer } from './queries.ts'
export { keepCard } from './saving-cards.ts'
export { settlePayment } from './settlement.ts'
export { type DisputePhase, disputePhases, type Purpose, purposeKinds, type Status } from './states.ts'
