import { Type } from 'typebox'
import { formOfEveryKind } from '../../platform/operation/body.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { stranger } from '../access.ts'
import { CameBack, nameInForm, whereTo } from './social-callback.ts'

export const finishAppleLogin = operation({
  source:
    'not in the specification; where Apple’s page posts its answer to, with the state that this server sealed',
  method: 'POST',
  path: '/usr-mgt/social-login/apple/callback',
  summary: 'Come back from Apple’s page',
  tag: 'users',
  access: stranger,
  runs: 'read',
  body: formOfEveryKind(
    Type.Object({
      ...CameBack.properties,
      user: Type.Optional(
        Verbatim(0, 4096, {
          description: 'JSON with the name, the first time only',
          example: '{"name":{"firstName":"Ada","lastName":"Lovelace"}}',
        }),
      ),
    }),
  ),
  replies: { 303: { redirect: true, description: 'The page that signs in' } },
  credentials: { realm: 'marketplace' },

  async handle({ body: { user, ...cameBack }, ...reading }) {
    return reply({ redirect: whereTo(reading, 'apple', cameBack, nameInForm(user)) })
  },
})
