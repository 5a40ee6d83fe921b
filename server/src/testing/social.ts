import { createHash } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import type { SocialProvider } from '../platform/social/port.ts'
import { call, newAddress, newEmail, world } from './kit.ts'

/** What a browser shows a provider of what it keeps. */
export const nonceOf = (kept: string): string => createHash('sha256').update(kept).digest('hex')

const base = '/api/v1/usr-mgt/social-login'

/** Goes to a provider's page, as a browser does. @returns what that answers. */
export async function goTo(provider: SocialProvider, kept: string): Promise<Response> {
  const query = { nonce: nonceOf(kept) }
  const started = await call('GET', `${base}/${provider}/start`, { query, from: newAddress() })
  if (started.status !== 303) throw new Error(`not sent anywhere: ${started.status} ${started.text}`)
  return fetch(String(started.headers.location), { redirect: 'manual' })
}

/** What Google's page sends a browser back with, for somebody who was never here. */
export async function comeBackFromGoogle(kept = newId()): Promise<{ state: string; code: string }> {
  const { identities } = await world()
  identities.signInAs({ sub: newId(), email: newEmail(), email_verified: true, name: 'Ada' })
  const answer = await goTo('google', kept)
  const { searchParams } = new URL(answer.headers.get('location') ?? '')
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

/** What stands behind the hash of the address that a reply leads to. */
export const behindHash = ({ headers }: { headers: Record<string, unknown> }): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(String(headers.location)).hash.slice(1)))
