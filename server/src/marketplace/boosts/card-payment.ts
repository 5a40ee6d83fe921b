import type { Announced } from '../../platform/operation/announcement.ts'
import type { Work } from '../../platform/operation/work.ts'
import { openRefund, type paymentMoved, tellOfMoney } from '../payments/public.ts'
import { lockRow } from '../posts/public.ts'
import { moveTransaction } from '../wallet/public.ts'
import { begin } from './applying.ts'
import { takePaid } from './payment.ts'
import { type BoostRow, findBoost, selectPostOf, selectStanding, updateCourse } from './queries.ts'
import { settleBoosts } from './settling.ts'

type Moved = Announced<(typeof paymentMoved)['data']>

/** What follows for a boost when the payment of its card moved, whoever heard of it first. */
export async function followBoostPayment(work: Work, moved: Moved): Promise<void> {
  const { purpose, status } = moved
  if (purpose.kind !== 'boost' || (status !== 'succeeded' && status !== 'failed')) return
  const postId = await selectPostOf(work.db, purpose.id)
  if (postId === undefined) return
  await lockRow(work.db, postId)
  const boost = await findBoost(work.db, purpose.id)
  if (status === 'succeeded') return take(work, boost, moved)
  if (boost.status !== 'pending_payment') return
  await giveUp(work, boost)
  if (moved.isLate) await tellOfFailure(work, boost, moved)
}

/** The money has come: the boost runs, or it goes back to the card where there is nothing to boost any more. */
async function take(work: Work, boost: BoostRow, { paymentId, amountMinor }: Moved): Promise<void> {
  const { id, post_id: postId, status } = boost
  const isAwaited = status === 'pending_payment'
  const standing = await selectStanding(work.db, postId, work.clock.now())
  if (isAwaited && standing !== 'over') {
    await settleBoosts(work, { postId })
    await takePaid(work, boost)
    await begin(work, boost)
    // Its listing may be one that nobody sees at the moment.
    return settleBoosts(work, { postId })
  }
  if (isAwaited) await giveUp(work, boost)
  await openRefund(work, { key: `boost:${id}:late`, paymentId, amountMinor })
}

/** It was not paid: its place is free. */
async function giveUp(work: Work, boost: BoostRow): Promise<void> {
  const now = work.clock.now()
  await updateCourse(work.db, { ...boost, status: 'unpaid', over_at: now }, now)
  await moveTransaction(work, boost.id, 'failed')
}

/** Who was not waiting for the answer any more is told. */
const tellOfFailure = (
  work: Work,
  { user_id, post_id, paid_minor, currency }: BoostRow,
  { paymentId }: Moved,
) =>
  tellOfMoney(work, {
    ...{ personId: user_id, amountMinor: paid_minor, currency, what: 'cardFailed' },
    ...{ cause: `payment:${paymentId}:cardFailed`, about: { model: 'payment', id: paymentId } },
    payload: { screen: 'PostDetail', id: post_id },
  })
