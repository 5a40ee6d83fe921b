export { followPayment, followRefund } from './paying.ts'
export { personalData } from './personal-data.ts'
export { openOrders } from './problems.ts'
export { refuseWhatIsPaid, refuseWithOrder, refuseWithOrders } from './refusing.ts'
