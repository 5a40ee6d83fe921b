import { problem } from '../../platform/operation/problem.ts'

export const insufficientFunds = problem(
  402,
  'INSUFFICIENT_FUNDS',
  'There is not enough money in your wallet for this.',
)
export const moneyStopped = problem(
  503,
  'MONEY_STOPPED',
  'No money moves at the moment: our books are being looked at. Nothing is lost. Try again later.',
  { retryAfterSeconds: 300 },
)
export const walletFull = problem(409, 'WALLET_FULL', 'A wallet holds no more than this.')
export const accountHasBalance = problem(
  409,
  'ACCOUNT_HAS_BALANCE',
  'There is money of yours here, or on its way. Have it paid out or spend it, and wait for what is under way.',
)
export const noSuchTransaction = problem(404, 'NO_SUCH_TRANSACTION', 'There is no such transaction.')
export const noSuchReceipt = problem(404, 'NO_SUCH_RECEIPT', 'There is no such receipt.')
export const invalidTimezone = problem(
  400,
  'INVALID_TIMEZONE',
  'This is no time zone of the IANA list, such as Europe/Berlin.',
)
