import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { newestOrders, selectOrders } from './queries.ts'
import { Order, presentOrder } from './shapes.ts'
import { statuses } from './states.ts'

export const adminGetOrders = operation({
  source: 'not in the specification; what is bought and sold on the marketplace',
  method: 'GET',
  path: '/order-mgt/all',
  summary: 'List everybody’s orders, newest first',
  access: administrator,
  query: Type.Object({ status: Type.Optional(OneOf(statuses)) }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Orders fetched successfully', data: Type.Array(Order) } },

  async handle({ query, caller, page, ...reading }) {
    const filter = { status: query.status ?? null, after: page.after, limit: page.limit + 1 }
    const rows = await selectOrders(reading.db, filter)
    return page.of(rows, newestOrders.keyOf, (row) => presentOrder(row, caller.id, reading))
  },
})
