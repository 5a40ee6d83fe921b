import { Type } from 'typebox'
import { provider } from '../provider.ts'
import { AddressOr, Text } from '../settings.ts'
import { clientIdsOf, openId } from './open-id.ts'
import type { SocialSignIn } from './port.ts'

/**
 * Facebook’s Limited Login, which gives apps an id token and nothing to ask Facebook with. It does not say whether it
 * proved an address, so none of its addresses counts as proved.
 * See developers.facebook.com/docs/facebook-login/limited-login/token.
 */
export const facebook = provider({
  port: 'social',
  name: 'facebook',
  summary: 'lets people sign in with Facebook in apps, by its Limited Login',
  settings: Type.Object({
    FACEBOOK_SIGN_IN_APP_IDS: Text(
      'app ids, with commas between them; needed with SOCIAL_FACEBOOK_PROVIDER=facebook',
    ),
    FACEBOOK_SIGN_IN_ISSUER: AddressOr('https://www.facebook.com', 'who signs Facebook’s id tokens'),
  }),
  needs: ['FACEBOOK_SIGN_IN_APP_IDS'],
  open(settings, { clock, outbound }): SocialSignIn {
    const issuer = settings.FACEBOOK_SIGN_IN_ISSUER
    const { identify } = openId({
      provider: 'facebook',
      issuer,
      // Facebook redirects whoever leaves out the slash at the end.
      discoveryPath: '/.well-known/openid-configuration/',
      // Older versions of its kit get tokens of this name.
      alsoIssuers: [issuer.replace('://www.', '://')],
      clientIds: clientIdsOf(settings.FACEBOOK_SIGN_IN_APP_IDS),
      clock,
      outbound,
    })
    return { provider: 'facebook', identify }
  },
})
