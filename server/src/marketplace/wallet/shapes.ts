import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Text, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import type { EventRow, OwnLineRow, TransactionRow } from './history-queries.ts'
import { type PersonKind, personKinds } from './ledger.ts'
import type { BalanceRow } from './ledger-queries.ts'
import { transactionStatuses, transactionTypes } from './transaction-queries.ts'

/** An amount in major units and, exactly, in minor ones; its currency stands beside it. */
const amounts = <Name extends string>(name: Name, minor: number, currency: string) =>
  ({ [name]: majorOf(minor, currency), [`${name}_minor`]: minor }) as Record<Name | `${Name}_minor`, number>

export const Currency = Text(3, 3, {
  pattern: '^[A-Z]{3}$',
  description: 'a code of ISO 4217',
  example: 'EUR',
})

export const Balance = Type.Object(
  {
    currency: Shown('EUR'),
    available: Type.Number({ description: 'what can be spent or paid out' }),
    available_minor: Type.Integer(),
    pending: Type.Number({ description: 'of sales, until the buyer can object no more' }),
    pending_minor: Type.Integer(),
    escrow: Type.Number({ description: 'paid for what has not been received yet' }),
    escrow_minor: Type.Integer(),
    reserved: Type.Number({ description: 'set aside for a purchase that is being paid' }),
    reserved_minor: Type.Integer(),
    in_payout: Type.Number({ description: 'on its way to a bank account' }),
    in_payout_minor: Type.Integer(),
    mode: OneOf(paymentModes, { description: 'whether it is real money' }),
  },
  { title: 'WalletBalance' },
)

/** As one's own record has it. */
export const WalletSummary = Type.Array(
  Type.Object({ currency: Shown('EUR'), available: Type.Number(), available_minor: Type.Integer() }),
  { description: 'what you can spend, by currency' },
)

export const presentBalance = (
  row: BalanceRow,
  mode: Static<typeof Balance>['mode'],
): Static<typeof Balance> => {
  const { currency } = row
  return {
    currency,
    ...amounts('available', row.available_minor, currency),
    ...amounts('pending', row.pending_minor, currency),
    ...amounts('escrow', row.escrow_minor, currency),
    ...amounts('reserved', row.reserved_minor, currency),
    ...amounts('in_payout', row.in_payout_minor, currency),
    mode,
  }
}

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
      Type.Object({ _id: Id, name: Shown('Tom'), profile_photo_url: Nullable(Shown('/files/a.webp')) }),
      'who it was with; null for the marketplace, and for somebody who left or is blocked',
    ),
    about: Type.Object({ model: Shown('order'), id: Id }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'WalletTransaction' },
)

export const presentTransaction = (row: TransactionRow): Static<typeof WalletTransaction> => ({
  _id: row.id,
  type: row.type,
  status: row.status,
  ...amounts('amount', row.amount_minor, row.currency),
  ...amounts('fee', row.fee_minor, row.currency),
  currency: row.currency,
  mode: row.mode,
  balance_after: row.balance_after_minor === null ? null : majorOf(row.balance_after_minor, row.currency),
  balance_after_minor: row.balance_after_minor,
  counterpart:
    row.counterpart === null
      ? null
      : {
          _id: row.counterpart.id,
          name: row.counterpart.name,
          profile_photo_url: row.counterpart.profile_photo_url,
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
}

export function presentDetail({
  row,
  events,
  lines,
  related,
}: Detail): Static<typeof WalletTransactionDetail> {
  const { currency } = row
  return {
    ...presentTransaction(row),
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

/** Where a receipt is read as a page, or had as a file. */
export const receiptPath = (id: string, form: 'html' | 'pdf'): string =>
  `/api/v1/payment-mgt/receipts/${id}/${form}`
