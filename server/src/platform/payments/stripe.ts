import { AsyncLocalStorage } from 'node:async_hooks'
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { type Sender, type Sent, signatureInvalid } from '../operation/signature.ts'
import { provider } from '../provider.ts'
import { providerNotConfigured } from '../provider-errors.ts'
import { AddressOr, listIn } from '../settings.ts'
import type { Door, Topic } from './hearing.ts'
import { checkSignature, noticeOf, topicIn } from './notices.ts'
import type { CardForm, PaymentMode, Payments } from './port.ts'
import { fetchThrough, StripeCalls } from './stripe-calls.ts'
import { StripeCharging } from './stripe-charging.ts'
import { StripePayingOut } from './stripe-paying-out.ts'

/** Both hold while one is changed for the other. */
const SigningSecrets = (whose: string) =>
  Type.Optional(
    Type.String({
      maxLength: 1000,
      pattern: '^whsec_\\w{16,}(,whsec_\\w{16,})*$',
      description: `whsec_…, comma-separated while they are changed: signing secrets ${whose}`,
    }),
  )

const secretNames: Record<Door, string> = {
  platform: 'STRIPE_WEBHOOK_SECRETS',
  connected: 'STRIPE_CONNECT_WEBHOOK_SECRETS',
}

export const stripePayments = provider({
  port: 'payments',
  name: 'stripe',
  summary: 'saves and charges cards through Stripe',
  settings: Type.Object({
    STRIPE_SECRET_KEY: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: '^(sk|rk)_(test|live)_\\w+$',
        description: 'sk_… or rk_… of the Stripe account, needed with PAYMENTS_PROVIDER=stripe',
      }),
    ),
    STRIPE_BASE_URL: AddressOr('https://api.stripe.com', 'address of Stripe’s API'),
    STRIPE_PUBLISHABLE_KEY: Type.Optional(
      Type.String({
        maxLength: 255,
        pattern: '^pk_(test|live)_\\w+$',
        description: 'pk_… of the Stripe account: with it the pages show Stripe’s own form for cards',
      }),
    ),
    STRIPE_SCRIPT_URL: AddressOr('https://js.stripe.com/v3/', 'address of the script that shows that form'),
    STRIPE_WEBHOOK_SECRETS: SigningSecrets('of the webhook to this server’s own account'),
    STRIPE_CONNECT_WEBHOOK_SECRETS: SigningSecrets('of the webhook for connected accounts'),
  }),
  needs: ['STRIPE_SECRET_KEY'],
  async open({ STRIPE_SECRET_KEY, STRIPE_BASE_URL, ...settings }, { outbound, clock }): Promise<Payments> {
    const mode = modeOf(STRIPE_SECRET_KEY)
    const cardForm = cardFormOf({ ...settings, STRIPE_BASE_URL })
    if (cardForm && modeOf(cardForm.publishableKey) !== mode)
      throw new Error('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are of different modes')
    const { Stripe } = await import('stripe')
    const { protocol, hostname, port } = new URL(STRIPE_BASE_URL)
    const signals = new AsyncLocalStorage<AbortSignal>()
    const api = new Stripe(STRIPE_SECRET_KEY, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? '80' : '443'),
      httpClient: Stripe.createFetchHttpClient(
        fetchThrough(outbound.at(new URL(STRIPE_BASE_URL).origin), signals),
      ),
      // `outbound` repeats what is safe, and the kernel the rest.
      maxNetworkRetries: 0,
      telemetry: false,
    })
    return new StripePayments(new StripeCalls(api, signals), {
      ...{ clock, mode, cardForm },
      secrets: {
        platform: listIn(settings.STRIPE_WEBHOOK_SECRETS),
        connected: listIn(settings.STRIPE_CONNECT_WEBHOOK_SECRETS),
      },
    })
  },
})

const modeOf = (key: string): PaymentMode => (key.includes('_live_') ? 'live' : 'test')

/** Besides where its script is; Stripe's frames come from addresses below it, and a bank's question from another. */
const ofStripeItself = { scripts: ['https://*.js.stripe.com'], frames: ['https://hooks.stripe.com'] }

function cardFormOf(settings: {
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_SCRIPT_URL: string
  STRIPE_BASE_URL: string
}): CardForm | null {
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: scriptUrl } = settings
  if (publishableKey === undefined) return null
  const { origin } = new URL(scriptUrl)
  const more = origin === 'https://js.stripe.com' ? ofStripeItself : { scripts: [], frames: [] }
  const scripts = [origin, ...more.scripts]
  const connects = [...new Set([new URL(settings.STRIPE_BASE_URL).origin, origin])]
  return { publishableKey, scriptUrl, scripts, frames: [...scripts, ...more.frames], connects }
}

/** What Stripe does for us; each kind of it in a file of its own. */
class StripePayments extends StripeCharging implements Payments {
  readonly provider = 'stripe'
  readonly mode: PaymentMode
  readonly pretending = undefined
  readonly payingOut: StripePayingOut
  readonly cardForm: CardForm | null
  readonly #clock: Clock
  readonly #secrets: Record<Door, readonly string[]>

  constructor(
    calls: StripeCalls,
    given: {
      clock: Clock
      mode: PaymentMode
      cardForm: CardForm | null
      secrets: Record<Door, readonly string[]>
    },
  ) {
    super(calls)
    this.payingOut = new StripePayingOut(calls)
    this.#clock = given.clock
    this.mode = given.mode
    this.cardForm = given.cardForm
    this.#secrets = given.secrets
  }

  async senderOf(sent: Sent, door: Door): Promise<Sender> {
    const secrets = this.#secrets[door]
    if (secrets.length === 0) throw providerNotConfigured({ details: { settings: [secretNames[door]] } })
    checkSignature(sent, secrets, this.#clock.now())
    const { id, livemode } = noticeOf(sent)
    if (livemode !== (this.mode === 'live')) throw signatureInvalid()
    return { provider: `stripe-${door}`, eventId: id }
  }

  topicOf(bytes: Buffer): Topic | undefined {
    return topicIn(bytes)
  }
}
