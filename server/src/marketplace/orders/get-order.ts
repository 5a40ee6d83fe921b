import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { OrderId } from '../ids.ts'
import { OrderDetail } from './detail-shapes.ts'
import { readOrder } from './order-of-party.ts'
import { noSuchOrder } from './problems.ts'

export const getOrder = operation({
  source: 'not in the specification; one order with all that happened to it',
  method: 'GET',
  path: '/order-mgt/detail/{order_id}',
  summary: 'An order of yours: its timeline, what is waited for until when, and its dispute',
  access: member,
  params: Type.Object({ order_id: OrderId }),
  replies: { 200: { message: 'Order fetched successfully', data: OrderDetail } },
  problems: [noSuchOrder],

  handle: ({ params, caller, ...reading }) => readOrder(reading, params.order_id, caller),
})
