import { Type } from 'typebox'
import { checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { ShownDeviceSecret } from '../../platform/identity/known-devices.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Line, Nullable, OneOf, Point, Text, Verbatim } from '../../platform/operation/schema.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { socialProviders } from '../../platform/social/port.ts'
import { anyone } from '../access.ts'
import { signUpOpen } from '../limits.ts'
import { OwnUser, presentOwnUser } from '../users/public.ts'
import {
  accountExistsLinkRequired,
  accountSuspended,
  agreementRequired,
  coordinatesInvalid,
  identityTaken,
  reauthRequired,
  socialTokenInvalid,
} from './problems.ts'
import { deviceFields, LanguageTag, presentSignIn, tokenFields } from './shapes.ts'
import { arrive } from './social-account.ts'
import { orInvalidToken, portOf } from './social-ports.ts'

export const socialLogin = operation({
  key: 'M6',
  source: 'named in the specification; path, fields and reply chosen here',
  method: 'POST',
  path: '/usr-mgt/social-login',
  summary:
    'Sign in, open an account, or link yours within five minutes of signing in, by an id token of Google, Apple or Facebook',
  tag: 'users',
  access: anyone,
  runs: 'steps',
  body: Type.Object({
    provider: OneOf(socialProviders),
    id_token: Verbatim(1, 16_384, {
      description: 'as the provider gave it; of Facebook, that of its Limited Login',
      example: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTM1In0.c2lnbmF0dXJl',
    }),
    nonce: Type.Optional(
      Verbatim(1, 256, {
        description:
          'what the token was asked for with, if it was; or the text of which it was the SHA-256 in hexadecimal',
        example: 'n-0S6_WzA2Mj',
      }),
    ),
    name: Type.Optional(
      Line(1, 80, {
        description: 'of a new account; Apple says it once, to the app',
        example: 'Ada Lovelace',
      }),
    ),
    agree: Type.Optional(
      Text(1, 10, { description: 'to the terms, for a new account: true, yes or 1', example: 'true' }),
    ),
    fcm_token: Type.Optional(Nullable(Verbatim(1, 4096, { example: 'fMb0:APA91bE' }))),
    device_id: Type.Optional(Verbatim(1, 128, { example: 'phone-7f3a' })),
    device_secret: ShownDeviceSecret,
    location: Type.Optional(Point),
    timezone: Type.Optional(Text(1, 64, { example: 'Europe/Berlin' })),
    language: Type.Optional(LanguageTag),
  }),
  replies: {
    200: {
      message: 'Signed in successfully',
      data: Type.Object({
        user: OwnUser,
        is_new: Type.Boolean({ description: 'the account was opened now' }),
        is_linked: Type.Boolean({ description: 'an account that was there is linked now' }),
        ...tokenFields,
        ...deviceFields,
      }),
    },
  },
  problems: [
    socialTokenInvalid,
    agreementRequired,
    coordinatesInvalid,
    accountExistsLinkRequired,
    identityTaken,
    reauthRequired,
    accountSuspended,
    signUpOpen.refusal,
    providerNotConfigured,
    providerUnavailable,
  ],
  credentials: { realm: 'marketplace', refreshCookie: true },
  limit: { max: 600, windowSeconds: 3600 },

  async handle({ body, caller, request, step, outside }) {
    await step('count', async (work) => {
      await checkNetwork(work, request)
      await spendNetwork(work, request)
    })
    const identity = await outside('identify', {
      call: (providers, { signal }) =>
        portOf(providers, body.provider)
          .identify(body.id_token, { nonce: body.nonce, signal })
          .catch(orInvalidToken),
    })
    return step('sign in', async (work) => {
      const arrived = await arrive(work, { identity, caller, request, body })
      if ('suspension' in arrived) throw accountSuspended({ details: arrived.suspension })
      const { user, signedIn, isNew, isLinked } = arrived
      return {
        user: presentOwnUser(user),
        is_new: isNew,
        is_linked: isLinked,
        ...presentSignIn(signedIn),
      }
    })
  },
})
