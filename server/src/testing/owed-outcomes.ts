/**
 * Outcomes that operations declare and no test brings about yet, by operation of the marketplace: each is owed a test.
 * Nothing is added here for what is new.
 */
export const owed: Readonly<Record<string, readonly string[]>> = {
  addBankAccount: ['403 VERIFICATION_REQUIRED', '503 PROVIDER_NOT_CONFIGURED', '503 PROVIDER_UNAVAILABLE'],
  addDisputeStatement: ['409 TOO_MANY_STATEMENTS'],
  addFunds: ['503 MONEY_STOPPED', '503 PROVIDER_NOT_CONFIGURED'],
  adminDecideDispute: ['503 MONEY_STOPPED'],
  applyForPackage: ['503 MONEY_STOPPED'],
  cancelOrder: ['503 MONEY_STOPPED'],
  confirmReceived: ['503 MONEY_STOPPED'],
  createIdentityLink: ['503 PROVIDER_NOT_CONFIGURED', '503 PROVIDER_UNAVAILABLE'],
  disputeOrder: ['409 REFUND_TOO_LARGE', '503 MONEY_STOPPED'],
  exportTransactions: ['402 QUOTA_EXCEEDED'],
  getOrderQuote: ['400 CANNOT_BUY_OWN'],
  getTestBankTokens: ['404 NOT_IN_TEST_MODE', '503 PROVIDER_NOT_CONFIGURED'],
  getTestPaymentId: ['404 NOT_IN_TEST_MODE', '503 PROVIDER_NOT_CONFIGURED'],
  purchaseItem: ['503 MONEY_STOPPED', '503 PROVIDER_NOT_CONFIGURED'],
  receiveConnectWebhook: ['400 VALIDATION_FAILED', '503 PROVIDER_NOT_CONFIGURED', '503 SIGNATURE_UNCHECKED'],
  receiveMobilePaymentWebhook: ['503 PROVIDER_NOT_CONFIGURED', '503 SIGNATURE_UNCHECKED'],
  receivePaymentWebhook: ['400 VALIDATION_FAILED', '503 PROVIDER_NOT_CONFIGURED', '503 SIGNATURE_UNCHECKED'],
  refundOrder: ['402 INSUFFICIENT_FUNDS', '503 MONEY_STOPPED'],
  savePaymentMethod: ['402 PAYMENT_DECLINED', '503 PROVIDER_NOT_CONFIGURED', '503 PROVIDER_UNAVAILABLE'],
  simulatePayment: ['404 NOT_IN_TEST_MODE', '503 PROVIDER_NOT_CONFIGURED', '503 PROVIDER_UNAVAILABLE'],
  simulateSetup: ['404 NOT_IN_TEST_MODE', '503 PROVIDER_NOT_CONFIGURED'],
  subscribe: [
    '409 PAYMENT_UNDER_WAY',
    '503 MONEY_STOPPED',
    '503 PROVIDER_NOT_CONFIGURED',
    '503 PROVIDER_UNAVAILABLE',
  ],
  transferToConnectedAccount: ['403 PAYOUTS_HELD', '403 VERIFICATION_REQUIRED', '503 MONEY_STOPPED'],
  trialSignup: [
    '400 COORDINATES_INVALID',
    '400 PASSWORD_WEAK',
    '409 INVITE_FOR_ANOTHER',
    '409 SELF_REFERRAL',
    '410 INVITE_EXHAUSTED',
    '410 INVITE_EXPIRED',
    '410 INVITE_REVOKED',
  ],
}
