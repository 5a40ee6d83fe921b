import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { ago } from '../../platform/jobs/sweep.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Instant } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { longestPauseMs, pause } from './machine.ts'
import { changeOwn } from './own-subscription.ts'
import { later } from './periods.ts'
import { boughtElsewhere, notRunning, pauseLimit } from './problems.ts'
import { lastPause } from './queries.ts'
import { SubscriptionRecord } from './shapes.ts'

const oncePerMs = days(365)

/** @throws VALIDATION_FAILED */
function resumeAt(said: string | undefined, now: Date): Date {
  const latest = later(now, longestPauseMs)
  const at = said === undefined ? latest : new Date(said)
  if (at <= now || at > latest)
    throw invalidField('body.resume_at', 'range', 'must lie within the next 90 days')
  return at
}

export const pauseSubscription = operation({
  key: 'M127',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/pause-subscription',
  summary:
    'Pause from now on, 90 days at most: nothing is charged or open, and the paid time that is left is kept for later',
  access: member,
  body: Type.Object({ resume_at: Type.Optional(Instant) }),
  replies: { 200: { message: 'Subscription paused successfully', data: SubscriptionRecord } },
  problems: [notRunning, pauseLimit, boughtElsewhere],

  handle: ({ body, caller, ...work }) =>
    changeOwn(work, caller.id, async (row, now) => {
      const change = row && pause(row, resumeAt(body.resume_at, now), now)
      if (!change) throw notRunning()
      const last = await lastPause(work.db, caller.id)
      if (last && last > ago(now, oncePerMs)) throw pauseLimit()
      return change
    }),
})
