import { createHash } from 'node:crypto'
import { minutes } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/identity/sealing.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { type PageProvider, pageProviders } from '../../platform/social/port.ts'

/** How long somebody may take on the provider's page. */
export const stateMs = minutes(15)

const context = 'social sign-in'

/** What goes with a browser to the provider and back; nobody reads or makes it but this server. */
export interface SocialState {
  provider: PageProvider
  /** Of the exchange (RFC 7636). */
  codeVerifier: string
}

type Signing = Pick<Surroundings, 'services' | 'clock'>

/** @returns the state, sealed, and what the provider is shown of its verifier. */
export function newState({ services, clock }: Signing, provider: PageProvider) {
  const codeVerifier = newSecret()
  const text = JSON.stringify([provider, codeVerifier, clock.now().getTime()])
  const state = seal(services.settings.signingSecret, context, Buffer.from(text)).toString('base64url')
  return { state, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }
}

/** @returns undefined when it was not made here, or too long ago. */
export function readState({ services, clock }: Signing, state: string): SocialState | undefined {
  const [name, codeVerifier, at] = unsealed(services.settings.signingSecret, state)
  const provider = pageProviders.find((one) => one === name)
  const isOver = !(clock.now().getTime() - Number(at) < stateMs)
  return provider === undefined || typeof codeVerifier !== 'string' || isOver
    ? undefined
    : { provider, codeVerifier }
}

function unsealed(secret: string, state: string): unknown[] {
  try {
    return JSON.parse(unseal(secret, context, Buffer.from(state, 'base64url')).toString())
  } catch {
    // Whatever anybody wrote into the address.
    return []
  }
}

/** Where a provider sends browsers back to. */
export const callbackOf = (publicUrl: string, provider: PageProvider): string =>
  `${publicUrl}/api/v1/usr-mgt/social-login/${provider}/callback`

/**
 * The storefront's page that signs in with what came back. It stands behind the hash, so that it is in no log and
 * goes to no other server.
 */
export const finishedAt = (publicUrl: string, said: Record<string, string>): string =>
  `${publicUrl}/sign-in/with#${new URLSearchParams(said)}`
