import { newId } from '../../ui/ids.ts'

const key = 'plaza.social'

interface Begun {
  /** What only this browser knows; the provider's token holds its digest. */
  nonce: string
  next: string
}

/** Digests are for pages of https and of this machine only. */
export const canSignInElsewhere = (): boolean => window.isSecureContext

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Leaves for a provider's page, which leads back to ours and from there to `next`. */
export async function goToProvider(provider: string, next: string): Promise<void> {
  const nonce = `${newId()}${newId()}`
  const digest = hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce)))
  sessionStorage.setItem(key, JSON.stringify({ nonce, next } satisfies Begun))
  window.location.assign(`/api/v1/usr-mgt/social-login/${provider}/start?nonce=${digest}`)
}

/** What this tab began, if it did. */
export function begun(): Begun | undefined {
  const kept = sessionStorage.getItem(key)
  return kept === null ? undefined : JSON.parse(kept)
}

export const forgetBegun = (): void => sessionStorage.removeItem(key)
