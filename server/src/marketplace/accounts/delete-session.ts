import { Type } from 'typebox'
import { endSession } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { guest } from '../access.ts'
import { dropDeviceTokens } from '../devices/public.ts'
import { noSuchSession } from './problems.ts'

export const deleteSession = operation({
  source: 'not in the specification; added so that people can sign out a lost device',
  method: 'DELETE',
  path: '/usr-mgt/sessions/{id}',
  summary: 'End one of your sessions',
  tag: 'users',
  access: guest,
  params: Type.Object({ id: Id }),
  replies: { 200: { message: 'Session ended successfully', data: Type.Object({ _id: Id }) } },
  problems: [noSuchSession],

  async handle({ params, caller, ...work }) {
    if (!(await endSession(work, caller, params.id))) throw noSuchSession()
    await dropDeviceTokens(work.db, caller.id, params.id)
    return { _id: params.id }
  },
})
