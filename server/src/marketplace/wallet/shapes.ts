import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { OneOf, Shown, Text } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import type { BalanceRow } from './ledger-queries.ts'

/** An amount in major units and, exactly, in minor ones; its currency stands beside it. */
export const amounts = <Name extends string>(name: Name, minor: number, currency: string) =>
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

/** Where a receipt is read as a page, or had as a file. */
export const receiptPath = (id: string, form: 'html' | 'pdf'): string =>
  `/api/v1/payment-mgt/receipts/${id}/${form}`
