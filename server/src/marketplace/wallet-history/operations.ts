export { getTransactionDetail } from './get-transaction-detail.ts'
export { getUserTransactions } from './get-user-transactions.ts'
