import { operation } from '../../platform/operation/operation.ts'
import { depart } from './departure.ts'
import { leaving } from './departure-fields.ts'

export const deleteAccount = operation({
  key: 'M11',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'DELETE',
  path: '/usr-mgt/delete-account',
  summary: 'Delete your account: hidden at once, brought back by signing in within 30 days, then erased',
  ...leaving,

  handle: ({ body, caller, request, ...work }) => depart(work, { body, caller, request }),
})
