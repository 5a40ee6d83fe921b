import { Type } from 'typebox'
import { eventKey, type InboxRow, selectEvents } from '../../platform/inbox/listing.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'

const WebhookRecord = Type.Object(
  {
    _id: Id,
    provider: Shown('stripe-platform'),
    event_id: Shown('evt_1Q2w3e'),
    job: Shown('marketplace.payments.apply-notice'),
    attempts: Type.Integer(),
    outcome: Nullable(
      Shown('SUCCEEDED'),
      'what came of it; of one that is not applied, why the last attempt failed',
    ),
    received_at: Timestamp,
    applied_at: Nullable(Timestamp),
  },
  { title: 'WebhookRecord' },
)

const present = (row: InboxRow) => ({
  _id: row.id,
  provider: row.provider,
  event_id: row.event_id,
  job: row.job,
  attempts: row.attempts,
  outcome: row.outcome,
  received_at: row.received_at.toISOString(),
  applied_at: row.applied_at?.toISOString() ?? null,
})

export const adminGetWebhooks = operation({
  source: 'not in the specification; where administrators see what others have told the marketplace',
  method: 'GET',
  path: '/admin/webhooks',
  summary: 'List what others have told, the newest first',
  access: administrator,
  query: Type.Object({ waiting: Type.Optional(Type.Boolean({ description: 'only what is not applied' })) }),
  paged: { limit: 50 },
  replies: { 200: { message: 'Webhooks fetched successfully', data: Type.Array(WebhookRecord) } },

  async handle({ query: { waiting: isWaiting = false }, db, page }) {
    const asked = { product: 'marketplace', isWaiting, after: page.after, limit: page.limit + 1 }
    return page.of(await selectEvents(db, asked), eventKey, present)
  },
})
