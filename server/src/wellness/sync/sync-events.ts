import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { user } from '../access.ts'
import { ClientHeaders } from '../accounts/public.ts'
import { applyEvents } from './apply.ts'
import { OfflineEvent, SyncResult } from './shapes.ts'

export const syncEvents = operation({
  source: 'not in the specification; added so that a phone delivers days without a network in one call',
  method: 'POST',
  path: '/user/sync',
  summary: 'Deliver up to 200 events that happened offline; each is taken or refused by itself',
  access: user,
  headers: Type.Pick(ClientHeaders, ['deviceType', 'deviceId', 'language']),
  body: Type.Object({ events: Type.Array(OfflineEvent, { minItems: 1, maxItems: 200 }) }),
  bodyLimitBytes: 1024 * 1024,
  replies: {
    200: { message: 'Events taken', data: Type.Array(SyncResult) },
  },
  // Each event has a request id of its own, which counts for ever.
  idempotency: 'own',

  async handle({ body: { events }, headers, caller, ...work }) {
    return applyEvents(work, caller, { events, phone: headers })
  },
})
