import type { TSchema } from 'typebox'
import { localFiles } from './files/builtin.ts'
import type { Files } from './files/port.ts'
import { s3Files } from './files/s3.ts'
import { payPal } from './hosted-payments/paypal.ts'
import type { HostedPayments } from './hosted-payments/port.ts'
import { openAiModel } from './language-model/openai.ts'
import type { LanguageModel } from './language-model/port.ts'
import { outboxMail } from './mail/builtin.ts'
import type { MailTransport } from './mail/port.ts'
import { smtpMail } from './mail/smtp.ts'
import type { MobilePayments } from './mobile-payments/port.ts'
import { revenueCat } from './mobile-payments/revenuecat.ts'
import type { Payments } from './payments/port.ts'
import { sandboxPayments } from './payments/sandbox.ts'
import { stripePayments } from './payments/stripe.ts'
import { always, offUnlessSet, optional, type Port, type Provider, type Tools } from './provider.ts'
import { providerNotConfigured } from './provider-errors.ts'
import { apns } from './push/apns.ts'
import { pushOutbox } from './push/builtin.ts'
import { fcm } from './push/fcm.ts'
import type { Push } from './push/port.ts'
import { webPush } from './push/web-push.ts'
import { Choice } from './settings.ts'
import { apple } from './social/apple.ts'
import { facebook } from './social/facebook.ts'
import { google } from './social/google.ts'
import type { SocialSignIn } from './social/port.ts'
import { googlePlay } from './stores/google.ts'
import type { Store } from './stores/port.ts'
import { sandboxStore } from './stores/sandbox.ts'

/** Everything that talks to somebody outside, by what it does for us. */
export const ports = {
  mail: always<MailTransport>(outboxMail, smtpMail),
  files: always<Files>(localFiles, s3Files),
  payments: optional<Payments>(sandboxPayments, stripePayments),
  hostedPayments: offUnlessSet<HostedPayments>(payPal),
  pushAndroid: optional<Push>(pushOutbox, fcm),
  pushIos: optional<Push>(pushOutbox, apns),
  pushWeb: optional<Push>(pushOutbox, webPush),
  playStore: optional<Store>(sandboxStore, googlePlay),
  mobilePayments: offUnlessSet<MobilePayments>(revenueCat),
  socialGoogle: offUnlessSet<SocialSignIn>(google),
  socialApple: offUnlessSet<SocialSignIn>(apple),
  socialFacebook: offUnlessSet<SocialSignIn>(facebook),
  languageModel: offUnlessSet<LanguageModel>(openAiModel),
}

export type PortName = keyof typeof ports
type OfferOf<Name extends PortName> = (typeof ports)[Name] extends Port<infer Offer> ? Offer : never

/**
 * The opened ports. One that is off, or only pretends in production, throws PROVIDER_NOT_CONFIGURED
 * when it is asked for.
 */
export type Providers = { readonly [Name in PortName]: OfferOf<Name> }

const portNames = Object.keys(ports) as PortName[]
const portOf = (name: PortName): Port<unknown> => ports[name]

/** The variable that chooses a port's provider: `PUSH_ANDROID_PROVIDER` of `pushAndroid`. */
export const choiceOf = (name: string): string =>
  `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_PROVIDER`

/** The variables of all providers, in the order of the ports, each port's choice first. */
export const providerVariables: Readonly<Record<string, TSchema>> = Object.fromEntries(
  portNames.flatMap((name): [string, TSchema][] => {
    const { providers, canBeOff, isOffUnlessSet } = portOf(name)
    const [first] = providers
    const names = [first.name, ...providers.slice(1).map((one) => one.name), ...(canBeOff ? ['off'] : [])]
    const says = providers.map((one) => `${one.name} ${one.summary}`).join(', ')
    return [
      [choiceOf(name), Choice(names as [string, ...string[]], isOffUnlessSet ? 'off' : first.name, says)],
      ...providers.flatMap((one) => Object.entries<TSchema>(one.settings.properties)),
    ]
  }),
)

/** Settings of providers that are made at the first start. */
export const providerSecrets: readonly string[] = [
  ...new Set(portNames.flatMap((name) => portOf(name).providers.flatMap(({ secrets }) => secrets))),
]

export type ProviderSettings = Readonly<Record<string, unknown>>

const chosen = (name: PortName, settings: ProviderSettings): Provider<unknown> | undefined =>
  portOf(name).providers.find((one) => one.name === settings[choiceOf(name)])

/** What the chosen providers lack, a sentence each. */
export const missingCompanions = (settings: ProviderSettings): string[] =>
  portNames.flatMap((name) => {
    const one = chosen(name, settings)
    return (one?.needs ?? [])
      .filter((needed) => !settings[needed])
      .map((needed) => `${needed} is needed with ${choiceOf(name)}=${one?.name}`)
  })

/** Whether a provider is not opened although it was chosen: it only pretends, and this is for real. */
const isAbsent = ({ isSandbox }: Provider<unknown>, { isProduction, allowsSandbox }: Seriousness): boolean =>
  isSandbox && isProduction && !allowsSandbox

interface Seriousness {
  isProduction: boolean
  allowsSandbox: boolean
}

/** The secrets that the chosen providers use. */
export const neededSecrets = (settings: ProviderSettings, seriousness: Seriousness): string[] => [
  ...new Set(
    portNames.flatMap((name) => {
      const one = chosen(name, settings)
      return one && !isAbsent(one, seriousness) ? one.secrets : []
    }),
  ),
]

/** What is chosen for needs that are always served and only pretends, a sentence each. */
export const pretendingPorts = (settings: ProviderSettings, seriousness: Seriousness): string[] =>
  portNames.flatMap((name) => {
    const one = chosen(name, settings)
    return one && !portOf(name).canBeOff && isAbsent(one, seriousness)
      ? [
          `${choiceOf(name)}=${one.name} only pretends, which NODE_ENV=production allows with ALLOW_SANDBOX=1; set ${settingsToMake(name).join(' and ')}`,
        ]
      : []
  })

/** What must be set so that a port is served: its choice, and what the only real provider needs. */
function settingsToMake(name: PortName): string[] {
  const real = portOf(name).providers.filter(({ isSandbox }) => !isSandbox)
  return [choiceOf(name), ...(real.length === 1 ? (real[0]?.needs ?? []) : [])]
}

export interface OpenedProviders {
  providers: Providers
  /** The settings that a port lacks, for who must know before anything is written; empty when it is served. */
  missingSettings(name: PortName): readonly string[]
  close(): Promise<void>
}

/** Opens what was chosen. */
export async function openProviders(
  settings: ProviderSettings,
  { allowsSandbox, ...given }: Omit<Tools, 'onClose'> & { allowsSandbox: boolean },
): Promise<OpenedProviders> {
  const closing: (() => Promise<void> | void)[] = []
  const tools: Tools = { ...given, onClose: (close) => void closing.push(close) }
  const providers = {}
  const missing = new Map<PortName, readonly string[]>()
  for (const name of portNames) {
    const one = chosen(name, settings)
    if (one && !isAbsent(one, { ...given, allowsSandbox })) {
      const offer = await opened(one, settings, tools).catch((error: Error) => {
        throw new Error(`${choiceOf(name)}=${one.name} cannot be opened: ${error.message}`)
      })
      Object.defineProperty(providers, name, { value: offer, enumerable: true })
    } else {
      missing.set(name, settingsToMake(name))
      const refuse = () => {
        throw providerNotConfigured({ details: { settings: settingsToMake(name) } })
      }
      Object.defineProperty(providers, name, { get: refuse })
    }
  }
  return {
    // Every port has a property now, and the table of ports says of which type.
    providers: providers as Providers,
    missingSettings: (name) => missing.get(name) ?? [],
    async close() {
      for (const close of closing.reverse()) await close()
    },
  }
}

async function opened(one: Provider<unknown>, settings: ProviderSettings, tools: Tools): Promise<unknown> {
  const names = Object.keys(one.settings.properties).filter((name) => settings[name] !== undefined)
  return one.open(Object.fromEntries(names.map((name) => [name, settings[name]])), tools)
}
