import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { DisputePhase, Purpose } from '../payments/public.ts'
import type { OrderRow } from './queries.ts'
import type { OrderStatus } from './states.ts'

export const bankDisputeStatuses = ['open', 'won', 'lost'] as const

/** What a bank disputes, with who paid it and the order that it paid. */
export interface BankDisputeRow {
  id: string
  payment_id: string
  provider: string
  mode: PaymentMode
  provider_dispute_id: string
  status: (typeof bankDisputeStatuses)[number]
  phase: DisputePhase
  reason: string
  amount_minor: number
  currency: string
  evidence_due_at: Date | null
  purpose_kind: Purpose['kind']
  purpose_id: string
  payer_id: string
  payer_name: string
  order_id: string | null
  order_title: string | null
  order_status: OrderStatus | null
  created_at: Date
  updated_at: Date
}

/** Of a sale whose money its seller has, what banks have still to decide about. */
export interface DisputedSale extends Pick<OrderRow, 'total_minor' | 'refunded_minor' | 'fee_basis_points'> {
  disputed_minor: number
}

export async function selectDisputedSales(
  db: Db,
  sellerId: string,
  { currency, mode }: { currency: string; mode: PaymentMode },
): Promise<DisputedSale[]> {
  const { rows } = await sql<DisputedSale>`
    select o.total_minor, o.refunded_minor, o.fee_basis_points, (
        select coalesce(sum(d.amount_minor), 0)::bigint from marketplace.payment_dispute d
        where d.payment_id = o.payment_id and d.status = 'open') as disputed_minor
    from marketplace.orders o
    where o.seller_id = ${sellerId} and o.frozen_at is not null and o.status in ('completed', 'released')
      and o.currency = ${currency} and o.mode = ${mode}`.execute(db)
  return rows
}

export const newestBankDisputes: Order<BankDisputeRow> = orderedBy(
  'desc',
  ['d.created_at', 'timestamptz', 'created_at'],
  ['d.id', 'uuid', 'id'],
)

export async function selectBankDisputes(
  db: Db,
  {
    status,
    after,
    limit,
  }: { status: BankDisputeRow['status'] | undefined; after: Key | undefined; limit: number },
): Promise<BankDisputeRow[]> {
  const { rows } = await sql<BankDisputeRow>`
    select d.id, d.payment_id, p.provider, p.mode, d.provider_dispute_id, d.status, d.phase, d.reason, d.amount_minor,
      p.currency, d.evidence_due_at, p.purpose_kind, p.purpose_id, u.id as payer_id, u.name as payer_name,
      o.id as order_id, o.title as order_title, o.status as order_status, d.created_at, d.updated_at
    from marketplace.payment_dispute d
    join marketplace.payment p on p.id = d.payment_id
    join marketplace.users u on u.id = p.user_id
    left join marketplace.orders o on o.id = p.purpose_id and p.purpose_kind = 'order'
    where ${status === undefined ? sql`true` : sql`d.status = ${status}`} and ${newestBankDisputes.isPast(after)}
    order by ${newestBankDisputes.by} limit ${limit}`.execute(db)
  return rows
}
