import type { Payments } from './port.ts'
import type { Scenario } from './pretending.ts'

/** What each provider calls the cards that one tests with. */
export const testCardIds: Record<Payments['provider'], Record<Scenario, string>> = {
  sandbox: {
    success: 'pm_sandbox_success',
    decline: 'pm_sandbox_decline',
    insufficient: 'pm_sandbox_insufficient',
    requires_action: 'pm_sandbox_requires_action',
    late_success: 'pm_sandbox_late_success',
    dispute: 'pm_sandbox_dispute',
  },
  stripe: {
    success: 'pm_card_visa',
    decline: 'pm_card_chargeCustomerFail',
    insufficient: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    requires_action: 'pm_card_authenticationRequired',
    late_success: 'pm_card_bypassPending',
    dispute: 'pm_card_createDispute',
  },
}

/** What becomes of a bank account that one tests with, and of what is sent there. */
export const bankScenarios = ['verified', 'needs_microdeposit', 'payout_fails', 'closed'] as const
export type BankScenario = (typeof bankScenarios)[number]

/** What each provider calls the bank accounts that one tests with. */
export const testBankTokens: Record<Payments['provider'], Record<BankScenario, string>> = {
  sandbox: {
    verified: 'btok_sandbox_verified',
    needs_microdeposit: 'btok_sandbox_needs_microdeposit',
    payout_fails: 'btok_sandbox_payout_fails',
    closed: 'btok_sandbox_closed',
  },
  stripe: {
    verified: 'btok_us_verified',
    needs_microdeposit: 'btok_us',
    payout_fails: 'btok_us_noAccount',
    closed: 'btok_us_accountClosed',
  },
}
