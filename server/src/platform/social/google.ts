import { Type } from 'typebox'
import { provider } from '../provider.ts'
import { AddressOr, Text } from '../settings.ts'
import { clientIdsOf, openId, signInAddress } from './open-id.ts'
import type { SocialSignIn } from './port.ts'

/** Google. See developers.google.com/identity/openid-connect/openid-connect. */
export const google = provider({
  port: 'social',
  name: 'google',
  summary: 'lets people sign in with Google',
  settings: Type.Object({
    GOOGLE_SIGN_IN_CLIENT_IDS: Text(
      'OAuth client ids, with commas between them, the web’s first; needed with SOCIAL_GOOGLE_PROVIDER=google',
    ),
    GOOGLE_SIGN_IN_SECRET: Text('secret of the web’s client id; without it only apps sign in with Google'),
    GOOGLE_SIGN_IN_ISSUER: AddressOr('https://accounts.google.com', 'who signs Google’s id tokens'),
    GOOGLE_SIGN_IN_URL: AddressOr(
      'https://accounts.google.com/o/oauth2/v2/auth',
      'page where people sign in with Google',
    ),
  }),
  needs: ['GOOGLE_SIGN_IN_CLIENT_IDS'],
  open(settings, { clock, outbound }): SocialSignIn {
    const issuer = settings.GOOGLE_SIGN_IN_ISSUER
    const clientIds = clientIdsOf(settings.GOOGLE_SIGN_IN_CLIENT_IDS)
    // Google writes itself either way.
    const alsoIssuers = [issuer.replace(/^https?:\/\//, '')]
    const { identify, exchange } = openId({
      provider: 'google',
      issuer,
      alsoIssuers,
      clientIds,
      clock,
      outbound,
    })
    const [clientId] = clientIds
    const secret = settings.GOOGLE_SIGN_IN_SECRET
    if (secret === undefined) return { provider: 'google', identify }
    return {
      provider: 'google',
      identify,
      redirect: {
        provider: 'google',
        addressFor: (request) =>
          signInAddress(settings.GOOGLE_SIGN_IN_URL, request, {
            client_id: clientId,
            scope: 'openid email profile',
          }),
        exchange: (given, options) =>
          exchange(given, { client_id: clientId, client_secret: secret }, options),
      },
    }
  },
})
