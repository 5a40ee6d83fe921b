export { cardRemoved, disputeMoved, payeeNews, paymentMoved, refundMoved } from './announcements.ts'
export {
  askForPayment,
  endPayment,
  openPayment,
  openRefund,
  type PaymentProgress,
  processorOf,
} from './paying.ts'
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
export { type Processor, paymentsOf } from './processor.ts'
export { refuseWithPayments } from './refusing.ts'
export { type DisputePhase, disputePhases, type Purpose, purposeKinds, type Status } from './states.ts'
export { tellOfMoney } from './telling.ts'
