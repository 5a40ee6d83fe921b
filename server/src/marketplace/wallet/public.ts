export { wholeLedgerProved } from './announcements.ts'
export { refuseWithBalance } from './balance-left.ts'
export { balanceOf, checkRoom, totalOf, walletSummaryOf } from './balances.ts'
export { type Booked, type Booking, book, bookBehind, reverse } from './booking.ts'
export { claim, forgive, owedBy } from './debts.ts'
export {
  type EventRow,
  type OwnLineRow,
  selectEvents,
  selectOwnLines,
  selectRelated,
  selectTransaction,
  selectTransactions,
  type TransactionRow,
  transactionOrder,
} from './history-queries.ts'
export {
  type About,
  type HouseKind,
  type Line,
  ofHouse,
  ofPerson,
  type PersonKind,
  personKinds,
} from './ledger.ts'
export type { BalanceRow } from './ledger-queries.ts'
export { personalData } from './personal-data.ts'
export {
  accountHasBalance,
  insufficientFunds,
  invalidTimezone,
  moneyStopped,
  noSuchTransaction,
  walletFull,
} from './problems.ts'
export { selectAdministrators } from './proof-queries.ts'
export { comparedBooks, moneyStoppedGauge, proveBooks } from './proving.ts'
export type { NewReceipt, ReceiptLine } from './receipt-queries.ts'
export { issueReceipt } from './receipts.ts'
export type { ReportDifference, ReportSum } from './report-queries.ts'
export { selectMatchedUntil } from './report-queries.ts'
export { keepReport } from './reports.ts'
export { amounts, Currency, receiptPath, WalletSummary } from './shapes.ts'
export { checkMoneyMoves } from './stop.ts'
export {
  type NewTransaction,
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
} from './transaction-queries.ts'
export { moveTransaction, openTransaction } from './transactions.ts'
export { soughtTransactions, TransactionsAsked } from './transactions-asked.ts'
