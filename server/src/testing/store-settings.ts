/** What the worlds of the tests are set to, so that they hear of purchases. */
export const revenueCatSettings = {
  MOBILE_PAYMENTS_PROVIDER: 'revenuecat',
  REVENUECAT_SECRET: 'what both sides know of the webhook',
  REVENUECAT_SIGNING_SECRET: 'what the webhook is signed with',
  REVENUECAT_MODE: 'test',
}
