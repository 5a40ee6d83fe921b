import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { checkMoneyMoves, moneyStopped } from '../wallet/public.ts'
import { cancelPaid, giveUp } from './conclusion.ts'
import { OrderDetail } from './detail-shapes.ts'
import { lockBought, readOrder } from './order-of-party.ts'
import { invalidTransition, noSuchOrder, orderFrozen } from './problems.ts'

export const cancelOrder = operation({
  source: 'not in the specification; as long as nothing was sent',
  method: 'POST',
  path: '/order-mgt/cancel',
  summary: 'Take back what you bought before it is sent; all that you paid comes back',
  access: member,
  idempotency: 'required',
  body: Type.Object({ order_id: Id }),
  replies: { 200: { message: 'Order canceled successfully', data: OrderDetail } },
  problems: [noSuchOrder, invalidTransition, orderFrozen, moneyStopped],

  async handle({ body, caller, ...work }) {
    await checkMoneyMoves(work)
    const order = await lockBought(work, body.order_id, caller)
    if (order.status === 'pending_payment') await giveUp(work, order, { to: 'canceled', actor: 'buyer' })
    else if (order.status === 'paid') await cancelPaid(work, order, 'buyer')
    else throw invalidTransition()
    return readOrder(work, order.id, caller)
  },
})
