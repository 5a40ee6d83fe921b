import { tooManyAttempts } from '../../platform/identity/problems.ts'
import { operation } from '../../platform/operation/operation.ts'
import { sessionRevoked } from '../../platform/operation/problem.ts'
import { member } from '../access.ts'
import { depart } from './departing.ts'
import { reauthRequired } from './problems.ts'
import { Departure, LeavingWish } from './shapes.ts'

export const removeToolAccount = operation({
  key: 'M124',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'DELETE',
  path: '/user-tools/account-removal',
  summary:
    'Delete your account from the tool: the same account, and the same as deleting it in the marketplace',
  tag: 'users',
  access: member,
  body: LeavingWish,
  replies: { 200: { message: 'Account deletion described or begun', data: Departure } },
  problems: [reauthRequired, tooManyAttempts, sessionRevoked],
  credentials: {
    realm: 'marketplace',
    hashesPassword: true,
    refreshCookie: true,
    acceptsEndedSession: true,
  },

  handle: ({ body, caller, request, ...work }) => depart(work, { body, caller, request }),
})
