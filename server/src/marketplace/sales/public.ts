export { saleChanged, saleChanging, saleUndone, soldHere } from './announcements.ts'
export { changeSale, type SoldPost, tellSale } from './change.ts'
export { paymentLocked } from './problems.ts'
