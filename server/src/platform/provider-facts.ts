import type { HostedPages } from './hosted-payments/port.ts'
import type { LanguageModelName } from './language-model/port.ts'
import type { CardForm, PaymentMode, Payments } from './payments/port.ts'
import type { OpenedProviders, PortName } from './providers.ts'
import type { RedirectSignIn } from './social/port.ts'

/** What is known of the providers without asking anybody: anything may look at it, also inside a transaction. */
export interface ProviderFacts extends Pick<OpenedProviders, 'missingSettings'> {
  /** What browsers subscribe to push messages with; null where they are sent none. */
  webPushKey: string | null
  /** By whose pages browsers sign in. */
  socialRedirects: readonly Pick<RedirectSignIn, 'provider' | 'addressFor'>[]
  /** Who processes payments; null where nobody does. */
  paymentProvider: Payments['provider'] | null
  /** The processor's own form for cards; null where pages show none. */
  cardForm: CardForm | null
  /** Which money moves: the processor's; without one, real money in production and none elsewhere. */
  moneyMode: PaymentMode
  /** On whose pages people pay besides; null where on nobody's, or where other money moves there than here. */
  hostedPages: HostedPages | null
  /** Who writes where a language model may; null where none is set up. */
  languageModel: LanguageModelName | null
}

export function providerFacts(
  { providers, missingSettings }: OpenedProviders,
  { isProduction }: { isProduction: boolean },
): ProviderFacts {
  const ofServed = <Fact>(port: PortName, look: () => Fact): Fact | null =>
    missingSettings(port).length > 0 ? null : look()
  // Test money and real money never meet, not even where payments are off for a while.
  const moneyMode = ofServed('payments', () => providers.payments.mode) ?? (isProduction ? 'live' : 'test')
  const hostedPages = ofServed('hostedPayments', () => providers.hostedPayments)
  return {
    missingSettings,
    webPushKey: ofServed('pushWeb', () => providers.pushWeb.publicKey ?? null),
    socialRedirects: (['socialGoogle', 'socialApple', 'socialFacebook'] as const).flatMap(
      (port) => ofServed(port, () => providers[port].redirect) ?? [],
    ),
    paymentProvider: ofServed('payments', () => providers.payments.provider),
    cardForm: ofServed('payments', () => providers.payments.cardForm),
    moneyMode,
    hostedPages: hostedPages?.mode === moneyMode ? hostedPages : null,
    languageModel: ofServed('languageModel', () => providers.languageModel.name),
  }
}
