import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { ago } from '../../platform/jobs/sweep.ts'
import { onlyFor, ownId } from '../../platform/operation/field-access.ts'
import { operation } from '../../platform/operation/operation.ts'
import { forbidden } from '../../platform/operation/problem.ts'
import { Integer, Text } from '../../platform/operation/schema.ts'
import { administrator, member } from '../access.ts'
import { lockPerson } from '../users/public.ts'
import { standingOf } from './entitlement.ts'
import { beginTrial } from './machine.ts'
import { later, laterOf } from './periods.ts'
import { extensionUsed, notInTrial, trialTooLong } from './problems.ts'
import { lockNewest, type SubscriptionRow, updateSubscription } from './queries.ts'
import { SubscriptionRecord } from './shapes.ts'
import { longestTrialMs } from './trials.ts'

const ownDays = 7
/** So long after its end a trial can still be made longer. */
const extendableMs = days(7)

/** Until when a trial would last, so many days longer. @throws NOT_IN_TRIAL, TRIAL_TOO_LONG */
function extended(
  row: SubscriptionRow | undefined,
  count: number,
  now: Date,
): { row: SubscriptionRow; endsAt: Date } {
  const { state, trial_started_at: startedAt, trial_ends_at: endsAt } = row ?? {}
  const isOver = state === 'expired' && endsAt && endsAt > ago(now, extendableMs)
  if (!row || !startedAt || !endsAt || (state !== 'trialing' && !isOver)) throw notInTrial()
  const end = later(laterOf(endsAt, now), days(count))
  if (end > later(startedAt, longestTrialMs)) throw trialTooLong()
  return { row, endsAt: end }
}

export const trialExtend = operation({
  key: 'M119',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/user-tools/trial-extend',
  summary:
    'Make a trial a week longer, once; administrators make anybody’s longer, by as many days as they say',
  access: member,
  body: Type.Object({
    reason: Text(3, 300, { example: 'I was ill' }),
    user_id: Type.Optional(
      ownId({
        refusal: forbidden,
        except: { to: administrator, because: 'they help people with their trials' },
      }),
    ),
    days: Type.Optional(onlyFor(administrator, Integer(1, 30))),
  }),
  replies: { 200: { message: 'Trial extended successfully', data: SubscriptionRecord } },
  problems: [forbidden, extensionUsed, notInTrial, trialTooLong],

  async handle({ body, caller, ...work }) {
    const { db, clock, audit } = work
    const { user_id: userId = caller.id, reason } = body
    const isStaff = userId !== caller.id || body.days !== undefined
    const now = clock.now()
    const newest = await lockNewest(db, userId)
    if (!newest) throw notInTrial()
    await lockPerson(db, userId)
    if (newest.is_extended && !isStaff) throw extensionUsed()
    const { row, endsAt } = extended(newest, body.days ?? ownDays, now)
    const cancelAt = row.cancel_at ? endsAt : null
    const change = { ...beginTrial(row, endsAt, now), cancel_at: cancelAt, reason: cancelAt && row.reason }
    await updateSubscription(db, row.id, { ...change, is_extended: row.is_extended || !isStaff }, now)
    if (isStaff) audit(`subscription/${row.id}`, { reason, trial_ends_at: endsAt.toISOString() })
    return standingOf(work, userId)
  },
})
