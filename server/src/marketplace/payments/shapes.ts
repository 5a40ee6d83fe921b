import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Integer, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import type { CardRow } from './card-queries.ts'
import type { NamedPaymentRow, NamedRefundRow, PaymentRow } from './payment-queries.ts'
import { purposeKinds, refundStatuses, statuses } from './states.ts'

export const CardRecord = Type.Object(
  {
    _id: Id,
    brand: Shown('visa'),
    last4: Shown('4242'),
    exp: Shown('2040-12', 'the last month in which it is good'),
    is_default: Type.Boolean(),
    expires_soon: Type.Boolean({ description: 'it is good for less than two months, or not any more' }),
    createdAt: Timestamp,
  },
  { title: 'PaymentMethodRecord' },
)

export function presentCard(row: CardRow, now: Date): Static<typeof CardRecord> {
  // The first day on which it is not good any more, two months before.
  const soon = Date.UTC(row.expiry_year, row.expiry_month - 2)
  return {
    _id: row.id,
    brand: row.brand,
    last4: row.last4,
    exp: `${row.expiry_year}-${String(row.expiry_month).padStart(2, '0')}`,
    is_default: row.is_default,
    expires_soon: now.getTime() >= soon,
    createdAt: row.created_at.toISOString(),
  }
}

const payment = {
  _id: Id,
  status: OneOf(statuses),
  amount: Type.Number({ description: 'in major units', examples: [25] }),
  amount_minor: Integer(1, Number.MAX_SAFE_INTEGER),
  currency: Shown('EUR'),
  provider: Shown('sandbox', 'stripe, paypal, or sandbox, which only pretends'),
  mode: OneOf(paymentModes, { description: 'whether real money moves' }),
  decline_code: Nullable(Shown('insufficient_funds'), 'the bank’s word for why it was not paid'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const presentPayment = (row: PaymentRow) => ({
  _id: row.id,
  status: row.status,
  amount: majorOf(row.amount_minor, row.currency),
  amount_minor: row.amount_minor,
  currency: row.currency,
  provider: row.provider,
  mode: row.mode,
  decline_code: row.decline_code,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** What money is added to a wallet from. */
export const fundingSources = ['card', 'paypal'] as const

const nextStep = {
  client_secret: Nullable(
    Shown('pi_1Q2w3e_secret_4r5t'),
    'lets your phone answer the bank while the status is `requires_action`; tell nobody',
  ),
  approval_url: Nullable(
    Shown('https://www.paypal.com/cgi-bin/webscr?cmd=_xclick'),
    'where you pay, with `source: paypal`; nobody has been charged before that',
  ),
}

export const FundsRecord = Type.Object({ ...payment, ...nextStep }, { title: 'FundsRecord' })

/** A payment as its payer sees it. */
export const OwnPaymentRecord = Type.Object(
  { ...payment, purpose: OneOf(purposeKinds), purpose_id: Id, ...nextStep },
  { title: 'PaymentRecord' },
)

export const AdminPaymentRecord = Type.Object(
  {
    ...payment,
    user_id: Id,
    name: Shown('Ada Lovelace', 'of the person who pays'),
    purpose: OneOf(purposeKinds),
    purpose_id: Id,
    provider_payment_id: Nullable(Shown('pi_1Q2w3e')),
  },
  { title: 'AdminPaymentRecord' },
)

export const presentForStaff = (row: NamedPaymentRow): Static<typeof AdminPaymentRecord> => ({
  ...presentPayment(row),
  user_id: row.user_id,
  name: row.person_name,
  purpose: row.purpose_kind,
  purpose_id: row.purpose_id,
  provider_payment_id: row.provider_payment_id,
})

export const AdminRefundRecord = Type.Object(
  {
    _id: Id,
    payment_id: Id,
    status: OneOf(refundStatuses, { description: '`failed`: it is in the wallet of who had paid instead' }),
    amount: Type.Number({ description: 'in major units', examples: [25] }),
    amount_minor: Integer(1, Number.MAX_SAFE_INTEGER),
    currency: Shown('EUR'),
    user_id: Id,
    name: Shown('Ada Lovelace', 'of the person who had paid'),
    purpose: OneOf(purposeKinds),
    purpose_id: Id,
    provider: Shown('sandbox'),
    mode: OneOf(paymentModes, { description: 'whether real money moves' }),
    provider_refund_id: Nullable(Shown('re_1Q2w3e')),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'AdminRefundRecord' },
)

export const presentRefundForStaff = (row: NamedRefundRow): Static<typeof AdminRefundRecord> => ({
  _id: row.id,
  payment_id: row.payment_id,
  status: row.status,
  amount: majorOf(row.amount_minor, row.currency),
  amount_minor: row.amount_minor,
  currency: row.currency,
  user_id: row.user_id,
  name: row.person_name,
  purpose: row.purpose_kind,
  purpose_id: row.purpose_id,
  provider: row.provider,
  mode: row.mode,
  provider_refund_id: row.provider_refund_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
