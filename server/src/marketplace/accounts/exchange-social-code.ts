import { Type } from 'typebox'
import { checkNetwork, spendNetwork } from '../../platform/identity/askers.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Shown, Verbatim } from '../../platform/operation/schema.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { pageProviders } from '../../platform/social/port.ts'
import { stranger } from '../access.ts'
import { socialTokenInvalid } from './problems.ts'
import { noPageOf, orInvalidToken, portOf } from './social-ports.ts'
import { callbackOf, readState } from './social-state.ts'

export const exchangeSocialCode = operation({
  source: 'not in the specification; gives pages the id token of whoever came back, for M6',
  method: 'POST',
  path: '/usr-mgt/social-login/exchange',
  summary:
    'Exchange the code that a provider’s page gave for an id token; signing in takes the nonce as well',
  tag: 'users',
  access: stranger,
  runs: 'steps',
  body: Type.Object({
    state: Verbatim(1, 2048, { example: 'c2VhbGVkIHN0YXRl' }),
    code: Verbatim(1, 4096, { example: '4/0AVMBsJg' }),
  }),
  replies: {
    200: {
      message: 'Code exchanged successfully',
      data: Type.Object({
        provider: OneOf(pageProviders),
        id_token: Shown('eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTM1In0.c2lnbmF0dXJl'),
      }),
    },
  },
  problems: [socialTokenInvalid, providerNotConfigured, providerUnavailable],
  credentials: { realm: 'marketplace' },
  limit: { max: 600, windowSeconds: 3600 },

  async handle({ body, request, step, outside, ...flow }) {
    const asked = readState(flow, body.state)
    if (!asked) throw socialTokenInvalid()
    const { provider, codeVerifier } = asked
    await step('count', async (work) => {
      await checkNetwork(work, request)
      await spendNetwork(work, request)
    })
    const redirectUri = callbackOf(flow.publicUrl, provider)
    const idToken = await outside('exchange', {
      async call(providers, { signal }) {
        const { redirect } = portOf(providers, provider)
        if (!redirect) throw noPageOf(flow.services, provider)
        return redirect
          .exchange({ code: body.code, codeVerifier, redirectUri }, { signal })
          .catch(orInvalidToken)
      },
    })
    return { provider, id_token: idToken }
  },
})
