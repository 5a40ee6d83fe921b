import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { newestOrders, selectOrdersOf } from './queries.ts'
import { Order, presentOrder } from './shapes.ts'
import { statuses } from './states.ts'

export const getOrders = operation({
  source: 'not in the specification; what one bought and sold',
  method: 'GET',
  path: '/order-mgt/list',
  summary: 'List what you bought and sold, newest first',
  access: member,
  query: Type.Object({
    role: Type.Optional(OneOf(['buyer', 'seller'])),
    status: Type.Optional(OneOf(statuses)),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Orders fetched successfully', data: Type.Array(Order) } },

  async handle({ query, caller, page, ...reading }) {
    const rows = await selectOrdersOf(reading.db, caller.id, {
      role: query.role ?? null,
      status: query.status ?? null,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(rows, newestOrders.keyOf, (row) => presentOrder(row, caller.id, reading))
  },
})
