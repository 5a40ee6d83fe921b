import { operation } from '../../platform/operation/operation.ts'
import { depart } from './departure.ts'
import { leaving } from './departure-fields.ts'

export const removeToolAccount = operation({
  key: 'M124',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'DELETE',
  path: '/user-tools/account-removal',
  summary:
    'Delete your account from the tool: the same account, and the same as deleting it in the marketplace',
  ...leaving,

  handle: ({ body, caller, request, ...work }) => depart(work, { body, caller, request }),
})
