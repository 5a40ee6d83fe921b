import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { bankStates } from '../../platform/payments/paying-out.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import type { BankRow } from './bank-queries.ts'
import type { NamedPayoutRow, PayoutRow } from './payout-queries.ts'
import { payoutStatuses } from './states.ts'

export const BankAccount = Type.Object(
  {
    _id: Id,
    bank_name: Shown('Lindenauer Sparkasse'),
    last4: Shown('3000', 'the last digits of its number; nobody here knows the others'),
    holder_name: Shown('Ada Lovelace'),
    country: Shown('DE'),
    currency: Shown('EUR'),
    status: OneOf(bankStates, { description: 'nothing is sent to one that is not verified' }),
    is_default: Type.Boolean(),
    created_at: Timestamp,
  },
  { title: 'BankAccount' },
)

export const presentBank = (row: BankRow): Static<typeof BankAccount> => ({
  _id: row.id,
  bank_name: row.bank_name,
  last4: row.last4,
  holder_name: row.holder_name,
  country: row.country,
  currency: row.currency,
  status: row.status,
  is_default: row.is_default,
  created_at: row.created_at.toISOString(),
})

const payout = {
  _id: Id,
  amount: Type.Number(),
  amount_minor: Type.Integer(),
  currency: Shown('EUR'),
  status: OneOf(payoutStatuses, {
    description: '`failed` is about to be returned; `returned` is available in the wallet again',
  }),
  bank_account_id: Id,
  failure_code: Nullable(Shown('account_closed'), 'the bank’s word for why it failed'),
  arrives_at: Nullable(Timestamp, 'as the provider expects'),
  provider: Shown('sandbox'),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const PayoutRecord = Type.Object(payout, { title: 'Payout' })

export const presentPayout = (row: PayoutRow): Static<typeof PayoutRecord> => ({
  _id: row.id,
  amount: majorOf(row.amount_minor, row.currency),
  amount_minor: row.amount_minor,
  currency: row.currency,
  status: row.status,
  bank_account_id: row.bank_account_id,
  failure_code: row.failure_code,
  arrives_at: row.arrives_at?.toISOString() ?? null,
  provider: row.provider,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const AdminPayoutRecord = Type.Object(
  {
    ...payout,
    user_id: Id,
    name: Shown('Ada Lovelace', 'of the person who is paid'),
    bank_name: Nullable(Shown('Lindenauer Sparkasse'), 'null of a bank account that is gone'),
    last4: Nullable(Shown('3000')),
    mode: OneOf(paymentModes, { description: 'whether real money moves' }),
    provider_payout_id: Nullable(Shown('po_1Q2w3e')),
  },
  { title: 'AdminPayoutRecord' },
)

export const presentPayoutForStaff = (row: NamedPayoutRow): Static<typeof AdminPayoutRecord> => ({
  ...presentPayout(row),
  user_id: row.user_id,
  name: row.person_name,
  bank_name: row.bank_name,
  last4: row.last4,
  mode: row.mode,
  provider_payout_id: row.provider_payout_id,
})
