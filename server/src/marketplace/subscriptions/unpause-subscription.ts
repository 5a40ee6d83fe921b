import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { unpause } from './machine.ts'
import { changeOwn } from './own-subscription.ts'
import { boughtElsewhere, notPaused } from './problems.ts'
import { SubscriptionRecord } from './shapes.ts'

export const unpauseSubscription = operation({
  key: 'M128',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/unpause-subscription',
  summary: 'End a pause: the paid time that was left goes on from now',
  access: member,
  replies: { 200: { message: 'Subscription resumed successfully', data: SubscriptionRecord } },
  problems: [notPaused, boughtElsewhere],

  handle: ({ caller, ...work }) =>
    changeOwn(work, caller.id, async (row, now) => {
      const change = row && unpause(row, now)
      if (!change) throw notPaused()
      return change
    }),
})
