import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { pageProviders } from '../../platform/social/port.ts'
import { anyone } from '../access.ts'

export const getSocialProviders = operation({
  source: 'not in the specification; so that pages show the ways in that there are',
  method: 'GET',
  path: '/usr-mgt/social-login/providers',
  summary: 'By whose pages one can sign in here',
  tag: 'users',
  access: anyone,
  replies: {
    200: {
      message: 'Providers fetched successfully',
      data: Type.Object({ providers: Type.Array(OneOf(pageProviders)) }),
    },
  },

  async handle({ services }) {
    return { providers: services.socialRedirects.map(({ provider }) => provider) }
  },
})
