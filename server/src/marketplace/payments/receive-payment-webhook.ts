import { signedBy } from '../../platform/operation/door.ts'
import { operation } from '../../platform/operation/operation.ts'
import { keepNotice, Notice, platformDoor, replies, source } from './webhook-doors.ts'

export const receivePaymentWebhook = operation({
  source,
  method: 'POST',
  path: '/payment-mgt/stripe-webhook',
  summary: 'Hear from the payment provider that something about a payment has changed',
  access: signedBy(platformDoor),
  body: Notice,
  bodyLimitBytes: 1_000_000,
  replies,
  handle: async ({ body, sender, sent, ...work }) => keepNotice(work, body, sender, sent),
})
