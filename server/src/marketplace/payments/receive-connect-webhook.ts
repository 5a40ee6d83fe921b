import { signedBy } from '../../platform/operation/door.ts'
import { operation } from '../../platform/operation/operation.ts'
import { connectedDoor, keepNotice, Notice, replies, source } from './webhook-doors.ts'

export const receiveConnectWebhook = operation({
  source,
  method: 'POST',
  path: '/payment-mgt/stripe-connect-webhook',
  summary: 'Hear from the payment provider that something about a connected account has changed',
  access: signedBy(connectedDoor),
  body: Notice,
  bodyLimitBytes: 1_000_000,
  replies,
  handle: async ({ body, sender, sent, ...work }) => keepNotice(work, body, sender, sent),
})
