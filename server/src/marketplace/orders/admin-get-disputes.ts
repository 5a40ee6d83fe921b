import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { administrator } from '../access.ts'
import { type DisputedRow, disputeReasons, oldestDisputes, selectDisputes } from './dispute-queries.ts'
import { amountFields, orderFields, presentOrder } from './shapes.ts'

const Disputed = Type.Object(
  {
    ...orderFields,
    reason: OneOf(disputeReasons),
    ...amountFields('wanted', 'what the buyer wants back'),
    opened_at: Timestamp,
    decided_at: Nullable(Timestamp),
  },
  { title: 'DisputedOrder' },
)

export const adminGetDisputes = operation({
  source: 'not in the specification; what waits for a decision',
  method: 'GET',
  path: '/order-mgt/disputes',
  summary: 'List the disputes that wait for a decision, or those that were decided, oldest first',
  access: administrator,
  query: Type.Object({
    status: Type.Optional(OneOf(['open', 'decided'], { default: 'open' })),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Disputes fetched successfully', data: Type.Array(Disputed) } },

  async handle({ query, caller, page, ...reading }) {
    const filter = { isDecided: query.status === 'decided', after: page.after, limit: page.limit + 1 }
    const rows = await selectDisputes(reading.db, filter)
    return page.of(rows, oldestDisputes.keyOf, (row) => present(row, caller.id, reading))
  },
})

const present = (
  row: DisputedRow,
  callerId: string,
  surroundings: Pick<Surroundings, 'services'>,
): Static<typeof Disputed> => ({
  ...presentOrder(row, callerId, surroundings),
  reason: row.reason,
  wanted: majorOf(row.wanted_minor, row.currency),
  wanted_minor: row.wanted_minor,
  opened_at: row.opened_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})
