import { Type } from 'typebox'
import { replay } from '../../platform/inbox/inbox.ts'
import { eventOf } from '../../platform/inbox/listing.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { WebhookId } from '../ids.ts'
import { noSuchEvent } from './problems.ts'

export const adminReplayWebhook = operation({
  source: 'not in the specification; has an event applied once more, by the same job as the first time',
  method: 'POST',
  path: '/admin/webhooks/replay',
  summary: 'Have something applied again that others have told',
  access: administrator,
  body: Type.Object({ webhook_id: WebhookId }),
  replies: { 200: { message: 'Webhook queued successfully', data: Type.Object({ _id: Id }) } },
  problems: [noSuchEvent],

  async handle({ body: { webhook_id: id }, ...work }) {
    if ((await eventOf(work.db, id))?.product !== 'marketplace') throw noSuchEvent()
    await replay(work, id)
    work.audit(`webhook/${id}`)
    return { _id: id }
  },
})
