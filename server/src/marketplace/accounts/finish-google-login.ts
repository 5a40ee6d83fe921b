import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { stranger } from '../access.ts'
import { CameBack, whereTo } from './social-callback.ts'

export const finishGoogleLogin = operation({
  source: 'not in the specification; where Google sends browsers back to',
  method: 'GET',
  path: '/usr-mgt/social-login/google/callback',
  summary: 'Come back from Google’s page',
  tag: 'users',
  access: stranger,
  query: CameBack,
  replies: { 303: { redirect: true, description: 'The page that signs in' } },
  credentials: { realm: 'marketplace' },

  async handle({ query, ...reading }) {
    return reply({ redirect: whereTo(reading, 'google', query) })
  },
})
