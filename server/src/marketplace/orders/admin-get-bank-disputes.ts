import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { administrator } from '../access.ts'
import { purposeKinds } from '../payments/public.ts'
import {
  type BankDisputeRow,
  bankDisputeStatuses,
  newestBankDisputes,
  selectBankDisputes,
} from './bank-dispute-queries.ts'
import { amountFields } from './shapes.ts'
import { statuses } from './states.ts'

const BankDispute = Type.Object(
  {
    _id: Id,
    status: OneOf(bankDisputeStatuses),
    is_withdrawn: Type.Boolean({ description: 'the provider has taken the money, for now or for good' }),
    reason: Shown('fraudulent', 'as the bank says it'),
    currency: Shown('EUR'),
    ...amountFields('amount', 'what the bank takes back'),
    mode: OneOf(paymentModes, { description: 'whether real money moves' }),
    provider: Shown('stripe'),
    provider_dispute_id: Shown('dp_1Q2w3e', 'under which it is answered at the provider'),
    evidence_due_at: Nullable(Timestamp, 'until when it can be answered; null where nobody says'),
    payment_id: Id,
    purpose: OneOf(purposeKinds, { description: 'what was paid with it' }),
    purpose_id: Id,
    payer: Type.Object({ _id: Id, name: Shown('Ada Lovelace') }),
    order: Nullable(
      Type.Object({ _id: Id, title: Shown('Child bicycle, red'), status: OneOf(statuses) }),
      'that it paid',
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'BankDispute' },
)

export const adminGetBankDisputes = operation({
  source: 'not in the specification; what banks take back, to be answered at the provider in time',
  method: 'GET',
  path: '/admin/bank-disputes',
  summary: 'List what banks dispute, the newest first',
  access: administrator,
  query: Type.Object({ status: Type.Optional(OneOf(bankDisputeStatuses)) }),
  paged: { limit: 50 },
  replies: { 200: { message: 'Disputes fetched successfully', data: Type.Array(BankDispute) } },

  async handle({ query: { status }, db, page }) {
    const rows = await selectBankDisputes(db, { status, after: page.after, limit: page.limit + 1 })
    return page.of(rows, newestBankDisputes.keyOf, present)
  },
})

const present = (row: BankDisputeRow): Static<typeof BankDispute> => ({
  _id: row.id,
  status: row.status,
  is_withdrawn: row.phase === 'withdrawn' || row.phase === 'lost',
  reason: row.reason,
  currency: row.currency,
  amount: majorOf(row.amount_minor, row.currency),
  amount_minor: row.amount_minor,
  mode: row.mode,
  provider: row.provider,
  provider_dispute_id: row.provider_dispute_id,
  evidence_due_at: row.evidence_due_at?.toISOString() ?? null,
  payment_id: row.payment_id,
  purpose: row.purpose_kind,
  purpose_id: row.purpose_id,
  payer: { _id: row.payer_id, name: row.payer_name },
  order:
    row.order_id === null || row.order_title === null || row.order_status === null
      ? null
      : { _id: row.order_id, title: row.order_title, status: row.order_status },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
