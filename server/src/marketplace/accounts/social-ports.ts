import type { Problem } from '../../platform/operation/problem.ts'
import { ProviderRefused, providerNotConfigured } from '../../platform/provider-errors.ts'
import type { Providers } from '../../platform/providers.ts'
import type { LocalServices } from '../../platform/services.ts'
import {
  type PageProvider,
  redirectSettings,
  type SocialProvider,
  type SocialSignIn,
} from '../../platform/social/port.ts'
import { socialTokenInvalid } from './problems.ts'

export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
}

export const portNames = {
  google: 'socialGoogle',
  apple: 'socialApple',
  facebook: 'socialFacebook',
} as const satisfies Record<SocialProvider, keyof Providers>

/** @throws PROVIDER_NOT_CONFIGURED */
export const portOf = (providers: Providers, provider: SocialProvider): SocialSignIn =>
  providers[portNames[provider]]

/** Of a provider to whose page nobody can be sent: what is to be set. */
export const noPageOf = (services: LocalServices, provider: PageProvider): Problem =>
  providerNotConfigured({
    details: { settings: [...services.missingSettings(portNames[provider]), ...redirectSettings[provider]] },
  })

/** What the provider says no to was not its own. @throws SOCIAL_TOKEN_INVALID, or what else went wrong */
export function orInvalidToken(error: unknown): never {
  throw error instanceof ProviderRefused ? socialTokenInvalid() : error
}
