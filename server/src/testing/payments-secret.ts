/** What the sandbox of the tests signs its notifications with. */
export const paymentsSandboxSecret = 'what the payments sandbox signs with in tests'
