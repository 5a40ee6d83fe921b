import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { anyone } from '../access.ts'
import { coordinatesInvalid } from './problems.ts'
import { NewAccount, signedUp, signingUp, signUp } from './signing-up.ts'

export const createUser = operation({
  key: 'M1',
  source: 'path and required body shown in the specification, 4.3; the reply is chosen here',
  method: 'POST',
  path: '/usr-mgt/create',
  summary: 'Open an account; a guest’s becomes a member’s, with everything that is theirs',
  tag: 'users',
  access: anyone,
  body: NewAccount,
  replies: {
    200: {
      message: 'Account created successfully',
      data: Type.Object(signedUp),
    },
  },
  ...signingUp,
  problems: [...signingUp.problems, coordinatesInvalid],
  limit: { max: 600, strict: 10, windowSeconds: 3600 },

  handle: ({ body, caller, request, ...work }) => signUp(work, { body, caller, request }),
})
