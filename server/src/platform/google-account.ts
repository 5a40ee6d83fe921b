import { importPKCS8, SignJWT } from 'jose'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Clock, minutes, seconds } from './clock.ts'
import { keyText } from './key-text.ts'
import { jsonOf, type Outbound, requireSuccess } from './outbound.ts'
import { ProviderUnavailable, ProviderUnsure } from './provider-errors.ts'

const KeyFile = Type.Object({
  project_id: Type.String({ minLength: 1 }),
  client_email: Type.String({ minLength: 1 }),
  private_key: Type.String({ minLength: 1 }),
  private_key_id: Type.Optional(Type.String()),
})
const Grant = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() })

/** Who we are to Google: a service account's key, and the tokens that it gets. */
export interface GoogleAccount {
  projectId: string
  /** A token of the scope, kept until shortly before its end. Throws as `requireSuccess` does. */
  accessToken(): Promise<string>
  /** Forgets a token that Google does not take any more. */
  forget(token: string): void
}

const who = 'the token service of Google'

/** @param key the account's key file as JSON, or its path. */
export async function openGoogleAccount(
  { key, tokenUrl, scope }: { key: string; tokenUrl: string; scope: string },
  { clock, outbound }: { clock: Clock; outbound: Outbound },
): Promise<GoogleAccount> {
  const account = keyFileIn(keyText(key))
  const privateKey = await importPKCS8(account.private_key, 'RS256')
  const { origin, pathname } = new URL(tokenUrl)
  const google = outbound.at(origin)
  let kept: { token: Promise<string>; until: number } | undefined

  async function ask(): Promise<string> {
    const now = clock.now().getTime()
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(account.private_key_id ? { kid: account.private_key_id } : {}),
      })
      .setIssuer(account.client_email)
      .setAudience(tokenUrl)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + minutes(60)) / 1000))
      .sign(privateKey)
    const answer = await google.send({
      method: 'POST',
      path: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }).toString(),
      // Another token for the same assertion does no harm.
      isRepeatable: true,
    })
    // Whom it does not know, it may know when the operator has mended that.
    if (answer.status >= 400 && answer.status < 500)
      throw new ProviderUnavailable(`${who} does not accept our key: ${answer.status}`)
    const grant = jsonOf(requireSuccess(answer, who), who)
    if (!Value.Check(Grant, grant)) throw new ProviderUnsure(`${who} answered without a token`)
    if (kept) kept.until = now + seconds(grant.expires_in) - minutes(1)
    return grant.access_token
  }

  return {
    projectId: account.project_id,
    accessToken() {
      const now = clock.now().getTime()
      if (kept && kept.until > now) return kept.token
      const token = ask()
      // Until it is there, all wait for the same one.
      kept = { token, until: Number.POSITIVE_INFINITY }
      token.catch(() => {
        if (kept?.token === token) kept = undefined
      })
      return token
    },
    forget(token) {
      void kept?.token.then((known) => {
        if (known === token) kept = undefined
      })
    },
  }
}

/** @throws Error that says nothing of what stands in it. */
function keyFileIn(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(KeyFile, value)) return value
  } catch {
    // Its message would quote the key.
  }
  throw new Error('this is no key of a service account')
}
