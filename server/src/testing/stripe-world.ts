import { afterAll, beforeAll } from 'vitest'
import { movableClock } from '../platform/clock.ts'
import { closeProviders } from './providers.ts'
import { type StripeServer, startStripeServer } from './stripe-server.ts'
import { closeWorld, worldWith } from './world.ts'

/**
 * Has the tests of a file run with Stripe behind a local server that speaks its protocol; awaited at the file's top.
 * @param more settings, which may name what that server is called
 * @returns the server, and the clock of both, which can be moved
 */
export async function stripeWorld(more: (stripe: StripeServer) => Record<string, string> = () => ({})) {
  const clock = movableClock()
  const stripe = await startStripeServer(clock)
  const variables = {
    ...{ PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_BASE_URL: stripe.url },
    ...more(stripe),
  }
  beforeAll(async () => {
    await worldWith({ clock, variables })
  })
  afterAll(async () => {
    await closeWorld()
    await closeProviders()
    await stripe.close()
  })
  return { clock, stripe }
}
