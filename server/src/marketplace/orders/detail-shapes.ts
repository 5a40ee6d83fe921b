import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { roles } from './actions.ts'
import { type DisputeRow, disputeReasons, type StatementRow } from './dispute-queries.ts'
import type { EventRow, NamedOrderRow } from './queries.ts'
import { amountFields, orderFields, presentOrder, roleOf } from './shapes.ts'

const Event = Type.Object({
  _id: Id,
  kind: Shown('shipped', 'the status that it came into; or `refund`, `bank_disputed`, `bank_gave_in`'),
  actor: Nullable(OneOf(roles), 'null: its time had come, or the payment moved'),
  amount: Nullable(Type.Number({ description: 'of a refund, or of what a bank disputes' })),
  amount_minor: Nullable(Type.Integer()),
  createdAt: Timestamp,
})

const Statement = Type.Object({
  _id: Id,
  by: OneOf(roles),
  text: Shown('The frame is bent, see the picture.'),
  pictures: Type.Array(
    Type.Object({
      upload_id: Id,
      url: Nullable(
        Shown('https://plaza.example/files/variants/0197b3a1'),
        'signed, for ten minutes; null when it is gone',
      ),
    }),
  ),
  createdAt: Timestamp,
})

const Dispute = Type.Object(
  {
    reason: OneOf(disputeReasons),
    ...amountFields('wanted', 'what the buyer wants back'),
    opened_at: Timestamp,
    decided_at: Nullable(Timestamp),
    decided_refund: Nullable(Type.Number({ description: 'what the buyer got back by the decision' })),
    decided_refund_minor: Nullable(Type.Integer()),
    message: Shown('The pictures show it.', 'what was said with the decision; may be empty'),
    statements: Type.Array(Statement),
  },
  { title: 'OrderDispute' },
)

export const OrderDetail = Type.Object(
  {
    ...orderFields,
    events: Type.Array(Event, { description: 'what happened, from the first to the last' }),
    dispute: Nullable(Dispute),
  },
  { title: 'OrderDetail' },
)

export interface Known {
  row: NamedOrderRow
  events: readonly EventRow[]
  disputed: { dispute: DisputeRow; statements: readonly StatementRow[] } | undefined
  /** Signed addresses by upload. */
  urls: ReadonlyMap<string, string>
}

export function presentDetail(
  { row, events, disputed, urls }: Known,
  callerId: string,
  surroundings: Pick<Surroundings, 'services'>,
): Static<typeof OrderDetail> {
  const { currency } = row
  const major = (minor: number | null) => (minor === null ? null : majorOf(minor, currency))
  return {
    ...presentOrder(row, callerId, surroundings),
    events: events.map(({ id, kind, actor, amount_minor, created_at }) => ({
      _id: id,
      kind,
      actor,
      amount: major(amount_minor),
      amount_minor,
      createdAt: created_at.toISOString(),
    })),
    dispute: disputed
      ? {
          reason: disputed.dispute.reason,
          wanted: majorOf(disputed.dispute.wanted_minor, currency),
          wanted_minor: disputed.dispute.wanted_minor,
          opened_at: disputed.dispute.opened_at.toISOString(),
          decided_at: disputed.dispute.decided_at?.toISOString() ?? null,
          decided_refund: major(disputed.dispute.refunded_minor),
          decided_refund_minor: disputed.dispute.refunded_minor,
          message: disputed.dispute.message,
          statements: disputed.statements.map((statement) => presentStatement(statement, row, urls)),
        }
      : null,
  }
}

const presentStatement = (
  { id, author_id, text, upload_ids, created_at }: StatementRow,
  row: NamedOrderRow,
  urls: ReadonlyMap<string, string>,
): Static<typeof Statement> => ({
  _id: id,
  by: roleOf(row, author_id),
  text,
  pictures: upload_ids.map((upload) => ({ upload_id: upload, url: urls.get(upload) ?? null })),
  createdAt: created_at.toISOString(),
})
