export const socialProviders = ['google', 'apple', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Those who have a page for browsers, and what that takes beside their client ids. */
export const redirectSettings = {
  google: ['GOOGLE_SIGN_IN_SECRET'],
  apple: ['APPLE_SIGN_IN_TEAM_ID', 'APPLE_SIGN_IN_KEY_ID', 'APPLE_SIGN_IN_KEY'],
} as const satisfies Partial<Record<SocialProvider, readonly string[]>>
export type PageProvider = keyof typeof redirectSettings
export const pageProviders = ['google', 'apple'] as const satisfies readonly PageProvider[]

/** Somebody as a provider knows them. */
export interface SocialIdentity {
  provider: SocialProvider
  /** The provider's name for them, the same for ever. */
  subject: string
  /** Absent where they did not say it. A relay's address, as Apple makes them, is one like any other. */
  email?: string
  /** Whether the provider proved that the address is theirs. */
  isEmailVerified: boolean
  name?: string
}

/** What a token must be for, besides us. */
export interface TokenUse {
  /** What the app gave the provider, or the text of which it gave the SHA-256 in hexadecimal. */
  nonce?: string | undefined
  signal?: AbortSignal
}

/** What a browser is sent to a provider with. */
export interface RedirectRequest {
  redirectUri: string
  /** Comes back with the answer. */
  state: string
  /** Comes back within the id token. */
  nonce: string
  /** SHA-256 of the verifier of the exchange, in base64url (RFC 7636). */
  codeChallenge: string
}

/** Signing in by way of the provider's own page. */
export interface RedirectSignIn {
  provider: PageProvider
  /** The address of the provider's page. */
  addressFor(request: RedirectRequest): string
  /**
   * Exchanges the code that came back.
   * @returns the id token, which is yet to be checked
   * @throws ProviderRefused when the code is no good; ProviderUnavailable or ProviderUnsure
   */
  exchange(
    given: { code: string; codeVerifier: string; redirectUri: string },
    options?: { signal?: AbortSignal },
  ): Promise<string>
}

/** One who knows who somebody is, and says so in a signed token (OpenID Connect). */
export interface SocialSignIn {
  provider: SocialProvider
  /**
   * Whom an id token is of.
   * @throws ProviderRefused when it is not the provider's, not for us, over, or of another nonce;
   * ProviderUnavailable or ProviderUnsure when that cannot be found out
   */
  identify(idToken: string, use?: TokenUse): Promise<SocialIdentity>
  /** Absent where the settings for it are. */
  redirect?: RedirectSignIn
}
