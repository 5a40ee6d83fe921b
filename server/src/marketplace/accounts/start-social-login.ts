import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { OneOf, Verbatim } from '../../platform/operation/schema.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { pageProviders } from '../../platform/social/port.ts'
import { stranger } from '../access.ts'
import { noPageOf } from './social-ports.ts'
import { callbackOf, newState } from './social-state.ts'

export const startSocialLogin = operation({
  source: 'not in the specification; how pages sign in with a provider, without a script of its own',
  method: 'GET',
  path: '/usr-mgt/social-login/{provider}/start',
  summary: 'Go to the provider’s page to sign in there',
  tag: 'users',
  access: stranger,
  params: Type.Object({ provider: OneOf(pageProviders) }),
  query: Type.Object({
    nonce: Verbatim(64, 64, {
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 in hexadecimal of what this browser keeps, and signs in with in the end',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  }),
  replies: { 303: { redirect: true, description: 'The provider’s page' } },
  problems: [providerNotConfigured],
  credentials: { realm: 'marketplace' },

  async handle({ params: { provider }, query, publicUrl, ...reading }) {
    const { services } = reading
    const way = services.socialRedirects.find((one) => one.provider === provider)
    if (!way) throw noPageOf(services, provider)
    const { state, codeChallenge } = newState(reading, provider)
    const redirectUri = callbackOf(publicUrl, provider)
    return reply({ redirect: way.addressFor({ redirectUri, state, nonce: query.nonce, codeChallenge }) })
  },
})
