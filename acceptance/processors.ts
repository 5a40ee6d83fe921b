import * as marketplace from '../client/marketplace.ts'
import { hmacSigner } from '../server/src/testing/signer.ts'
import { startStripeServer } from '../server/src/testing/stripe-server.ts'
import type { Program } from './program.ts'
import { dataOf, type marketAt, until } from './steps.ts'

// The processors that a story is played with: what is theirs to do, and what they have of it in the end.

type Client = ReturnType<typeof marketAt>

/** A moment in the middle of what is under way, or the end of it. */
export type Moment = () => Promise<unknown>

export interface Processor {
  /** What the program is told of it. */
  variables: Record<string, string>
  /** Its names of a card that is good, and of a bank account that sends back what it is sent. */
  card: string
  bank: string
  /** When it has done what it will be asked for next, and has said so to nobody; undefined where that cannot be seen. */
  held(what: 'payment' | 'refund'): Moment | undefined
  /** Answers what it held. */
  release(): void
  /** Says what became of what it was asked for, to a program that was not there for its answer. */
  tellOfRefunds(program: Program): Promise<void>
  /** Finds out who somebody is that wants to be paid. */
  identify(program: Program): Promise<void>
  /** Has the bank send back a payout, as somebody under a key or by a call of its own, which comes again unless it was answered. */
  bounce(program: Program, by: { client: Client; key: string; payoutId: string }): Promise<unknown>
  /** How many payments, refunds and payouts it was asked for and made. */
  made(): { payments: number; refunds: number; payouts: number } | undefined
  close(): Promise<void>
}

export async function sandbox(): Promise<Processor> {
  return {
    variables: {},
    card: 'pm_sandbox_success',
    bank: 'btok_sandbox_verified_4711',
    held: () => undefined,
    release() {},
    async tellOfRefunds() {},
    async identify() {},
    bounce: (_program, { client, key, payoutId }) =>
      dataOf(
        marketplace.simulatePayout({
          client,
          headers: { 'Idempotency-Key': key },
          body: { payout_id: payoutId, command: 'bounce' },
        }),
      ),
    made: () => undefined,
    async close() {},
  }
}

const secrets = { platform: `whsec_${'p'.repeat(24)}`, connected: `whsec_${'c'.repeat(24)}` }
const doors = { platform: 'stripe-webhook', connected: 'stripe-connect-webhook' }
const paths = { payment: '/v1/payment_intents', refund: '/v1/refunds' }

export async function stripe(): Promise<Processor> {
  const server = await startStripeServer({ now: () => new Date() })

  /** Tells the program that something has changed, as Stripe does, who repeats what was not answered. */
  async function tell({ baseUrl }: Program, door: keyof typeof doors, event: object): Promise<void> {
    const bytes = Buffer.from(JSON.stringify({ object: 'event', livemode: false, ...event }))
    const signer = hmacSigner(secrets[door], { header: 'stripe-signature', holdsMs: 300_000 })
    const { payload, headers } = await signer.sign(bytes, new Date())
    const url = `${baseUrl}/api/v1/payment-mgt/${doors[door]}`
    const { status } = await fetch(url, { method: 'POST', headers, body: new Uint8Array(payload) })
    if (status !== 200) throw new Error(`the door ${door} answered ${status}`)
  }

  return {
    variables: {
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: server.secretKey,
      STRIPE_BASE_URL: server.url,
      STRIPE_WEBHOOK_SECRETS: secrets.platform,
      STRIPE_CONNECT_WEBHOOK_SECRETS: secrets.connected,
    },
    card: 'pm_card_visa',
    bank: 'btok_4711_eur',
    held(what) {
      server.fail('POST', paths[what], 'held')
      const isAsked = () =>
        server.requests.some(({ method, path }) => method === 'POST' && path === paths[what])
      return () => until(async () => isAsked())
    },
    release: server.release,
    async tellOfRefunds(program) {
      for (const { id, object } of server.refunds.values())
        await tell(program, 'platform', {
          ...{ id: `evt_${id}`, type: 'refund.updated' },
          data: { object: { id, object } },
        })
    },
    async identify(program) {
      for (const account of server.accounts.values()) {
        account.payouts_enabled = true
        const { id, object } = account
        await tell(program, 'connected', {
          ...{ id: `evt_${id}`, type: 'account.updated', account: id },
          data: { object: { id, object } },
        })
      }
    },
    async bounce(program) {
      for (const payout of server.payouts.values()) {
        const { id, object, account, amount, currency } = payout
        // What came back is on their account there again.
        if (payout.status !== 'failed') server.accounts.get(account)?.balance.set(currency, amount)
        payout.status = 'failed'
        payout.failure_code = 'account_closed'
        await tell(program, 'connected', {
          ...{ id: `evt_${id}`, type: 'payout.failed', account },
          data: { object: { id, object } },
        })
      }
    },
    made: () => ({
      payments: server.payments.size,
      refunds: server.refunds.size,
      payouts: server.payouts.size,
    }),
    close: server.close,
  }
}
