import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Line } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { OrderDetail } from './detail-shapes.ts'
import { tell } from './notice.ts'
import { lockParty, readOrder } from './order-of-party.ts'
import { invalidTransition, noSuchOrder, orderFrozen } from './problems.ts'
import { move } from './transition.ts'

export const shipOrder = operation({
  source: 'not in the specification; the seller says that it is on its way',
  method: 'POST',
  path: '/order-mgt/ship',
  summary: 'Say that you have sent what somebody bought from you',
  access: member,
  body: Type.Object({
    order_id: Id,
    carrier: Type.Optional(Line(1, 60, { example: 'DHL' })),
    tracking_code: Type.Optional(Line(1, 60, { example: '00340434161094042557' })),
  }),
  replies: { 200: { message: 'Order updated successfully', data: OrderDetail } },
  problems: [noSuchOrder, invalidTransition, orderFrozen],

  async handle({ body, caller, ...work }) {
    const { order, role } = await lockParty(work, body.order_id, caller)
    if (role !== 'seller') throw noSuchOrder()
    if (order.delivery !== 'ship') throw invalidTransition()
    const change = { carrier: body.carrier ?? null, trackingCode: body.tracking_code ?? null }
    const shipped = await move(work, order, 'shipped', { actor: 'seller', change })
    await tell(work, shipped, { cause: 'shipped', what: 'shipped', to: ['buyer'], actor: 'seller' })
    return readOrder(work, order.id, caller)
  },
})
