import { Type } from 'typebox'
import { endSession } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { dropPushTokens } from '../devices/public.ts'
import { noSuchSession } from './problems.ts'

export const deleteSession = operation({
  source: 'not in the specification; the way to sign out a lost phone',
  method: 'DELETE',
  path: '/user/session/{id}',
  summary: 'End one of your sessions',
  access: user,
  params: Type.Object({ id: Id }),
  replies: { 200: { message: 'Session ended successfully', data: Type.Null() } },
  problems: [noSuchSession],

  async handle({ params, caller, ...work }) {
    if (!(await endSession(work, caller, params.id))) throw noSuchSession()
    await dropPushTokens(work.db, caller.id, params.id)
    return null
  },
})
