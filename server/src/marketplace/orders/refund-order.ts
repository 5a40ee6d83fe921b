import { Type } from 'typebox'
import { minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Money } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { OrderId } from '../ids.ts'
import { checkMoneyMoves, insufficientFunds, moneyStopped } from '../wallet/public.ts'
import { OrderDetail } from './detail-shapes.ts'
import { keptOf } from './money.ts'
import { lockSold, readOrder } from './order-of-party.ts'
import { invalidTransition, noSuchOrder, orderFrozen, pricePrecision, refundTooLarge } from './problems.ts'
import { refund } from './refund.ts'
import { roleOf } from './shapes.ts'

export const refundOrder = operation({
  source: 'not in the specification; by the seller at will, or by an administrator',
  method: 'POST',
  path: '/order-mgt/refund',
  summary: 'Give a buyer back what they paid, in part or whole; the card first, then the wallet',
  access: member,
  idempotency: 'required',
  body: Type.Object({
    order_id: OrderId,
    amount: Type.Optional(
      Money(0, 99_999_999_999, { description: 'in major units; all that is left unless said' }),
    ),
  }),
  replies: { 200: { message: 'Refund made successfully', data: OrderDetail } },
  problems: [
    noSuchOrder,
    invalidTransition,
    orderFrozen,
    pricePrecision,
    refundTooLarge,
    insufficientFunds,
    moneyStopped,
  ],

  async handle({ body, caller, ...work }) {
    await checkMoneyMoves(work)
    const order = await lockSold(work, body.order_id, caller)
    const amountMinor =
      body.amount === undefined ? keptOf(order) : minorOf(body.amount, order.currency, 'body.amount')
    if (amountMinor === 0 && body.amount !== undefined)
      throw invalidField('body.amount', 'minimum', 'must be more than nothing')
    const actor = roleOf(order, caller.id)
    await refund(work, order, { amountMinor, actor })
    if (actor === 'staff') work.audit(`order/${order.id}`, { refunded_minor: amountMinor })
    return readOrder(work, order.id, caller)
  },
})
