import { Type } from 'typebox'
import { minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Money, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { OrderId } from '../ids.ts'
import { ownMatter, refuseOwnMatter } from '../trust/public.ts'
import { checkMoneyMoves, moneyStopped } from '../wallet/public.ts'
import { OrderDetail } from './detail-shapes.ts'
import { decide } from './dispute.ts'
import { lockFor, readOrder } from './order-of-party.ts'
import { invalidTransition, noSuchOrder, orderFrozen, pricePrecision, refundTooLarge } from './problems.ts'
import { checkMoves } from './transition.ts'

export const adminDecideDispute = operation({
  source: 'not in the specification; the end of a dispute',
  method: 'POST',
  path: '/order-mgt/decide-dispute',
  summary: 'Decide a dispute: so much goes back to the buyer, the rest to the seller',
  access: administrator,
  idempotency: 'required',
  body: Type.Object({
    order_id: OrderId,
    refund: Money(0, 99_999_999_999, { description: 'in major units; 0 gives all to the seller' }),
    message: Text(10, 2000, { description: 'why, for both to read', example: 'The pictures show it.' }),
  }),
  replies: { 200: { message: 'Dispute decided successfully', data: OrderDetail } },
  problems: [
    noSuchOrder,
    ownMatter,
    invalidTransition,
    orderFrozen,
    pricePrecision,
    refundTooLarge,
    moneyStopped,
  ],

  async handle({ body, caller, ...work }) {
    await checkMoneyMoves(work)
    const order = await lockFor(work, body.order_id, caller)
    refuseOwnMatter(caller, [order.buyer_id, order.seller_id])
    checkMoves(order)
    const refundMinor = minorOf(body.refund, order.currency, 'body.refund')
    await decide(work, order, { refundMinor, by: caller.id, message: body.message })
    work.audit(`order/${order.id}`, { decided_refund_minor: refundMinor })
    return readOrder(work, order.id, caller)
  },
})
