/**
 * Outcomes that operations declare and no test brings about yet, by operation of the marketplace: each is owed a test.
 * Nothing is added here for what is new.
 */
export const owed: Readonly<Record<string, readonly string[]>> = {
  simulatePayment: ['503 PROVIDER_UNAVAILABLE'],
}
