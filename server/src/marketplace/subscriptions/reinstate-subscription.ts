import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { reinstate } from './machine.ts'
import { changeOwn } from './own-subscription.ts'
import { boughtElsewhere, subscriptionEnded } from './problems.ts'
import { SubscriptionRecord } from './shapes.ts'

export const reinstateSubscription = operation({
  key: 'M126',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/reinstate-subscription',
  summary:
    'Take a cancellation back before the end: nothing is charged, and it is renewed when it would have been',
  access: member,
  replies: { 200: { message: 'Subscription reinstated successfully', data: SubscriptionRecord } },
  problems: [subscriptionEnded, boughtElsewhere],

  handle: ({ caller, ...work }) =>
    changeOwn(work, caller.id, async (row, now) => {
      const change = row && reinstate(row, now)
      if (!change) throw subscriptionEnded()
      return change
    }),
})
