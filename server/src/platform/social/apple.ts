import { importPKCS8, SignJWT } from 'jose'
import { Type } from 'typebox'
import { type Clock, minutes } from '../clock.ts'
import { keyText } from '../key-text.ts'
import { provider } from '../provider.ts'
import { AddressOr, Text } from '../settings.ts'
import { clientIdsOf, openId, signInAddress } from './open-id.ts'
import type { SocialSignIn } from './port.ts'

/** Apple. See developer.apple.com/documentation/signinwithapplerestapi. */
export const apple = provider({
  port: 'social',
  name: 'apple',
  summary: 'lets people sign in with Apple',
  settings: Type.Object({
    APPLE_SIGN_IN_CLIENT_IDS: Text(
      'services id and bundle ids, with commas between them, the web’s services id first; needed with SOCIAL_APPLE_PROVIDER=apple',
    ),
    APPLE_SIGN_IN_TEAM_ID: Text(
      'id of the developer team, ten characters; without it only apps sign in with Apple',
    ),
    APPLE_SIGN_IN_KEY_ID: Text(
      'id of the key for Sign in with Apple; without it only apps sign in with Apple',
    ),
    APPLE_SIGN_IN_KEY: Text(
      'that key (.p8) as PEM or the path of its file; without it only apps sign in with Apple',
    ),
    APPLE_SIGN_IN_ISSUER: AddressOr('https://appleid.apple.com', 'who signs Apple’s id tokens'),
    APPLE_SIGN_IN_URL: AddressOr(
      'https://appleid.apple.com/auth/authorize',
      'page where people sign in with Apple',
    ),
  }),
  needs: ['APPLE_SIGN_IN_CLIENT_IDS'],
  async open(settings, { clock, outbound }): Promise<SocialSignIn> {
    const issuer = settings.APPLE_SIGN_IN_ISSUER
    const clientIds = clientIdsOf(settings.APPLE_SIGN_IN_CLIENT_IDS)
    const { identify, exchange } = openId({ provider: 'apple', issuer, clientIds, clock, outbound })
    const { APPLE_SIGN_IN_TEAM_ID: team, APPLE_SIGN_IN_KEY_ID: keyId, APPLE_SIGN_IN_KEY: key } = settings
    if (team === undefined || keyId === undefined || key === undefined) return { provider: 'apple', identify }
    const [clientId] = clientIds
    const newSecret = await clientSecrets({ team, keyId, key, clientId, issuer, clock })
    return {
      provider: 'apple',
      identify,
      redirect: {
        provider: 'apple',
        addressFor: (request) =>
          signInAddress(settings.APPLE_SIGN_IN_URL, request, {
            client_id: clientId,
            // Whoever asks for name and address is answered by a form that the browser posts.
            response_mode: 'form_post',
            scope: 'name email',
          }),
        exchange: async (given, options) =>
          exchange(given, { client_id: clientId, client_secret: await newSecret() }, options),
      },
    }
  },
})

/** Apple takes a token that we sign in the place of a secret; one for each exchange, since these are few. */
async function clientSecrets({
  team,
  keyId,
  key,
  clientId,
  issuer,
  clock,
}: {
  team: string
  keyId: string
  key: string
  clientId: string
  issuer: string
  clock: Clock
}): Promise<() => Promise<string>> {
  const privateKey = await importPKCS8(keyText(key), 'ES256')
  return () => {
    const now = clock.now().getTime()
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(team)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + minutes(5)) / 1000))
      .sign(privateKey)
  }
}
