import { problem } from '../../platform/operation/problem.ts'
import { ProviderRefused } from '../../platform/provider-errors.ts'

export const noSuchBankAccount = problem(
  404,
  'NO_SUCH_BANK_ACCOUNT',
  'There is no such bank account of yours.',
)
export const bankTokenInvalid = problem(
  400,
  'BANK_TOKEN_INVALID',
  'The payment provider does not know this bank account, or not in this country and currency.',
)
export const bankNotVerified = problem(
  409,
  'BANK_NOT_VERIFIED',
  'This bank account is not verified yet, or closed. Choose another one.',
)
export const bankLimit = problem(409, 'LIMIT_REACHED', 'You have as many bank accounts as one can have.')
export const noBankAccount = problem(
  409,
  'NO_BANK_ACCOUNT',
  'You have no verified bank account in this currency. Add one first.',
)
export const payoutPending = problem(
  409,
  'PAYOUT_PENDING',
  'Money is on its way to this bank account. Remove it once that has arrived.',
)
export const payoutsHeld = problem(
  403,
  'PAYOUTS_HELD',
  'Nothing can be paid out to you yet: `details.reason` says why.',
)
export const verificationRequired = problem(
  403,
  'VERIFICATION_REQUIRED',
  'Confirm your e-mail address first.',
)
export const noSuchPayout = problem(404, 'NO_SUCH_PAYOUT', 'There is no such payout of yours.')
export const payoutNotSimulable = problem(
  409,
  'NOT_SIMULABLE',
  'This payout is not on its way any more, or not yet.',
)

/** What somebody is told whose bank account the provider does not take. */
export const orTokenInvalid = (error: unknown): never => {
  throw error instanceof ProviderRefused ? bankTokenInvalid({ details: { reason: error.code } }) : error
}
