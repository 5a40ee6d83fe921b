import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { Rating } from '../reviews/public.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import {
  amounts,
  type EventRow,
  type OwnLineRow,
  type PersonKind,
  personKinds,
  receiptPath,
  type TransactionRow,
  transactionStatuses,
  transactionTypes,
} from '../wallet/public.ts'

export const WalletTransaction = Type.Object(
  {
    _id: Id,
    type: OneOf(transactionTypes),
    status: OneOf(transactionStatuses),
    amount: Type.Number({ description: 'as you see it: what you get is positive' }),
    amount_minor: Type.Integer(),
    fee: Type.Number({ description: 'what the marketplace kept of it' }),
    fee_minor: Type.Integer(),
    currency: Shown('EUR'),
    mode: OneOf(paymentModes),
    balance_after: Nullable(
      Type.Number({ description: 'available to you once it last moved that; null until it did' }),
    ),
    balance_after_minor: Nullable(Type.Integer()),
    counterpart: Nullable(
      Type.Object({ ...PublicUser.properties, rating: Rating }),
      'who it was with; null for the marketplace, and for somebody who left or is blocked',
    ),
    about: Type.Object({ model: Shown('order'), id: Id }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'WalletTransaction' },
)

/** What people who dealt with them think of those who are named, by their ids. */
export type Ratings = ReadonlyMap<string, Static<typeof Rating>>

export const presentTransaction = (
  row: TransactionRow,
  ratings: Ratings,
): Static<typeof WalletTransaction> => ({
  _id: row.id,
  type: row.type,
  status: row.status,
  ...amounts('amount', row.amount_minor, row.currency),
  ...amounts('fee', row.fee_minor, row.currency),
  currency: row.currency,
  mode: row.mode,
  balance_after: row.balance_after_minor === null ? null : majorOf(row.balance_after_minor, row.currency),
  balance_after_minor: row.balance_after_minor,
  counterpart: row.counterpart && {
    ...presentPublicUser({ ...row.counterpart, created_at: new Date(row.counterpart.created_at) }),
    rating: ratings.get(row.counterpart.id) ?? { average: null, count: 0 },
  },
  about: { model: row.about_model, id: row.about_id },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const WalletTransactionDetail = Type.Object(
  {
    ...WalletTransaction.properties,
    timeline: Type.Array(Type.Object({ status: OneOf(transactionStatuses), at: Timestamp })),
    lines: Type.Array(
      Type.Object({
        account: OneOf(personKinds),
        amount: Type.Number(),
        amount_minor: Type.Integer(),
        balance: Type.Number({ description: 'of the account, after this line' }),
        balance_minor: Type.Integer(),
        entry: Shown('order_paid', 'what was booked'),
        at: Timestamp,
      }),
      { description: 'what was booked of it on your side' },
    ),
    related: Type.Array(
      Type.Object({
        _id: Id,
        type: OneOf(transactionTypes),
        status: OneOf(transactionStatuses),
        amount: Type.Number(),
        amount_minor: Type.Integer(),
        createdAt: Timestamp,
      }),
      { description: 'others about the same, such as its refunds' },
    ),
    receipt_url: Nullable(Shown('/api/v1/payment-mgt/receipts/0197b3a1/html'), 'null until there is one'),
  },
  { title: 'WalletTransactionDetail' },
)

interface Detail {
  row: TransactionRow & { receipt_id: string | null }
  events: readonly EventRow[]
  lines: readonly OwnLineRow[]
  related: readonly TransactionRow[]
  ratings: Ratings
}

export function presentDetail({
  row,
  events,
  lines,
  related,
  ratings,
}: Detail): Static<typeof WalletTransactionDetail> {
  const { currency } = row
  return {
    ...presentTransaction(row, ratings),
    timeline: events.map(({ status, at }) => ({ status, at: at.toISOString() })),
    lines: lines.map((line) => ({
      // Lines of people have the kinds of people.
      account: line.kind as PersonKind,
      ...amounts('amount', line.amount_minor, currency),
      ...amounts('balance', line.balance_minor, currency),
      entry: line.entry_kind,
      at: line.created_at.toISOString(),
    })),
    related: related.map((other) => ({
      _id: other.id,
      type: other.type,
      status: other.status,
      ...amounts('amount', other.amount_minor, currency),
      createdAt: other.created_at.toISOString(),
    })),
    receipt_url: row.receipt_id === null ? null : receiptPath(row.receipt_id, 'html'),
  }
}
