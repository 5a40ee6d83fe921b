import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { cancel } from './machine.ts'
import { confirmCancelled } from './notices.ts'
import { changeOwn } from './own-subscription.ts'
import { boughtElsewhere, noSubscription } from './problems.ts'
import { returnUnused } from './proration.ts'
import { SubscriptionRecord } from './shapes.ts'

export const cancelSubscription = operation({
  key: 'M125',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/cancel-subscription',
  summary:
    'Cancel: it stays open until the end of what is paid for, or ends now, and what is not used is paid back',
  access: member,
  body: Type.Object({
    reason: Type.Optional(Text(1, 300, { example: 'I sell less now' })),
    immediately: Type.Optional(Type.Boolean({ default: false })),
  }),
  replies: { 200: { message: 'Subscription cancelled successfully', data: SubscriptionRecord } },
  problems: [noSubscription, boughtElsewhere],

  handle: ({ body: { immediately = false, reason }, caller, ...work }) =>
    changeOwn(
      work,
      caller.id,
      async (row, now) => {
        // Twice is fine: it is over already.
        if (row?.reason === 'canceled' && row.ended_at) return {}
        const change = row && cancel(row, { immediately }, now)
        if (!change) throw noSubscription()
        return reason === undefined || !('reason' in change) ? change : { ...change, said_reason: reason }
      },
      async (row) => {
        await returnUnused(work, row)
        await confirmCancelled(work, row)
      },
    ),
})
