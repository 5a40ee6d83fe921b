import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { parseInstant } from '../../platform/operation/instant.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { PackageId } from '../ids.ts'
import { noSuchPost } from '../posts/public.ts'
import { checkMoneyMoves, insufficientFunds, moneyStopped } from '../wallet/public.ts'
import { apply } from './applying.ts'
import { alreadyQueued, noSuchPackage, packageFull, packageNotEligible, postNotActive } from './problems.ts'
import { Boost, presentBoost } from './shapes.ts'

const mostAheadMs = days(90)

export const applyForPackage = operation({
  key: 'M106',
  source: 'named in the specification; method, path and fields chosen here',
  method: 'POST',
  path: '/package-mgt/apply',
  summary: 'Boost your listing with a package, paid from your wallet',
  access: member,
  idempotency: 'required',
  body: Type.Object({
    package_id: PackageId,
    post_id: Id,
    source: OneOf(['wallet']),
    start_at: Type.Optional({
      ...Instant,
      description:
        'not before, at most 90 days ahead; at once, or behind the last one of its kind, unless given',
    }),
  }),
  replies: { 200: { message: 'Boost bought successfully', data: Boost } },
  problems: [
    noSuchPost,
    noSuchPackage,
    postNotActive,
    packageNotEligible,
    packageFull,
    alreadyQueued,
    insufficientFunds,
    moneyStopped,
  ],

  async handle({ body, caller, ...work }) {
    await checkMoneyMoves(work)
    const startAt = body.start_at === undefined ? null : parseInstant(body.start_at, 'body.start_at')
    if (startAt && startAt.getTime() > work.clock.now().getTime() + mostAheadMs)
      throw invalidField('body.start_at', 'maximum', 'is more than 90 days ahead')
    const boost = await apply(work, caller.id, {
      packageId: body.package_id,
      postId: body.post_id,
      startAt,
    })
    return presentBoost(boost, 0)
  },
})
