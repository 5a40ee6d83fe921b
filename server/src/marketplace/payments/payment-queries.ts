import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { HostedPages } from '../../platform/hosted-payments/port.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode, Payments } from '../../platform/payments/port.ts'
import type { Purpose, RefundStatus, Status } from './states.ts'

// Every statement about payments and refunds.

export interface PaymentRow {
  id: string
  user_id: string
  purpose_kind: Purpose['kind']
  purpose_id: string
  amount_minor: number
  currency: string
  provider: Payments['provider'] | HostedPages['provider']
  mode: PaymentMode
  provider_customer_id: string | null
  provider_card_id: string | null
  is_off_session: boolean
  provider_payment_id: string | null
  status: Status
  decline_code: string | null
  /** Sealed; with it the payer answers their bank, while that is asked for. */
  action_secret: Buffer | null
  created_at: Date
  updated_at: Date
}

const columns = sql`id, user_id, purpose_kind, purpose_id, amount_minor, currency, provider, mode, provider_customer_id,
    provider_card_id, is_off_session, provider_payment_id, status, decline_code, action_secret, created_at, updated_at`

export async function insertPayment(
  db: Db,
  row: Omit<
    PaymentRow,
    'provider_payment_id' | 'decline_code' | 'action_secret' | 'created_at' | 'updated_at'
  >,
  at: Date,
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    insert into marketplace.payment (id, user_id, purpose_kind, purpose_id, amount_minor, currency, provider, mode,
      provider_customer_id, provider_card_id, is_off_session, status, created_at, updated_at, asked_at)
    values (${row.id}, ${row.user_id}, ${row.purpose_kind}, ${row.purpose_id}, ${row.amount_minor}, ${row.currency},
      ${row.provider}, ${row.mode}, ${row.provider_customer_id}, ${row.provider_card_id}, ${row.is_off_session},
      ${row.status}, ${at}, ${at}, ${at})
    returning ${columns}`.execute(db)
  return onlyOf(rows)
}

export async function selectPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from marketplace.payment where id = ${id}`.execute(db)
  return rows[0]
}

/** A payment of somebody's own. */
export async function selectOwnPayment(
  db: Db,
  id: string,
  personId: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from marketplace.payment where id = ${id} and user_id = ${personId}`.execute(db)
  return rows[0]
}

const newestFirst: Order<PaymentRow> = orderedBy(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)
export const { keyOf } = newestFirst

/** A payment with who pays it. */
export type NamedPaymentRow = PaymentRow & { person_name: string }

export async function selectPayments(
  db: Db,
  asked: { status: Status | undefined; after: Key | undefined; limit: number },
): Promise<NamedPaymentRow[]> {
  const { rows } = await sql<NamedPaymentRow>`
    select p.*, u.name as person_name
    from (select ${columns} from marketplace.payment
      where ${asked.status === undefined ? sql`true` : sql`status = ${asked.status}`}
        and ${newestFirst.isPast(asked.after)}
      order by ${newestFirst.by} limit ${asked.limit}) p
    join marketplace.users u on u.id = p.user_id
    order by p.created_at desc, p.id desc`.execute(db)
  return rows
}

export async function selectPaymentAt(
  db: Db,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from marketplace.payment
    where provider = ${provider} and provider_payment_id = ${providerPaymentId}`.execute(db)
  return rows[0]
}

/** Whoever moves a payment, or gives some of it back, does so one after the other. */
export async function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from marketplace.payment where id = ${id} for no key update`.execute(db)
  return rows[0]
}

export async function updatePayment(
  db: Db,
  id: string,
  said: Pick<PaymentRow, 'status' | 'decline_code' | 'action_secret' | 'provider_payment_id'>,
  at: Date,
): Promise<void> {
  await sql`
    update marketplace.payment
    set status = ${said.status}, decline_code = ${said.decline_code}, action_secret = ${said.action_secret},
      provider_payment_id = coalesce(provider_payment_id, ${said.provider_payment_id}),
      updated_at = ${at}, asked_at = ${at}
    where id = ${id}`.execute(db)
}

/** How many payments of somebody have neither come nor failed yet. */
export async function countUnderWay(db: Db, personId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from marketplace.payment
    where user_id = ${personId} and status in ('processing', 'requires_action')`.execute(db)
  return rows[0]?.n ?? 0
}

/** What somebody has begun to add to their wallet in a currency, and has not arrived or failed yet. */
export async function fundsUnderWay(
  db: Db,
  personId: string,
  { currency, mode }: { currency: string; mode: PaymentMode },
): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from marketplace.payment
    where user_id = ${personId} and status in ('processing', 'requires_action') and purpose_kind = 'add_funds'
      and currency = ${currency} and mode = ${mode}`.execute(db)
  return rows[0]?.minor ?? 0
}

/** Payments that nobody has asked about for a while; they count as asked about now. */
export async function takeUnsettled(
  db: Db,
  { before, at, most }: { before: Date; at: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.payment set asked_at = ${at} where id in (
      select id from marketplace.payment
      where status in ('processing', 'requires_action') and provider <> 'paypal' and asked_at < ${before}
      order by asked_at limit ${most} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface RefundRow {
  id: string
  key: string
  payment_id: string
  amount_minor: number
  status: RefundStatus
  provider_refund_id: string | null
  created_at: Date
}

const refundColumns = sql`id, key, payment_id, amount_minor, status, provider_refund_id, created_at`

/** @returns undefined when the key has been used. */
export async function insertRefund(
  db: Db,
  row: Pick<RefundRow, 'id' | 'key' | 'payment_id' | 'amount_minor'>,
  at: Date,
): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    insert into marketplace.refund (id, key, payment_id, amount_minor, status, created_at, updated_at, asked_at)
    values (${row.id}, ${row.key}, ${row.payment_id}, ${row.amount_minor}, 'pending', ${at}, ${at}, ${at})
    on conflict (key) do nothing returning ${refundColumns}`.execute(db)
  return rows[0]
}

export async function selectRefundUnder(db: Db, key: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select ${refundColumns} from marketplace.refund where key = ${key}`.execute(db)
  return rows[0]
}

export async function selectRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select ${refundColumns} from marketplace.refund where id = ${id}`.execute(db)
  return rows[0]
}

/** A refund with the payment that it is of. */
export interface NamedRefundRow extends RefundRow {
  updated_at: Date
  user_id: string
  person_name: string
  currency: string
  provider: PaymentRow['provider']
  mode: PaymentMode
  purpose_kind: Purpose['kind']
  purpose_id: string
}

export const newestRefunds: Order<NamedRefundRow> = orderedBy(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectRefunds(
  db: Db,
  asked: { status: RefundStatus | undefined; after: Key | undefined; limit: number },
): Promise<NamedRefundRow[]> {
  const { rows } = await sql<NamedRefundRow>`
    select r.*, p.user_id, u.name as person_name, p.currency, p.provider, p.mode, p.purpose_kind, p.purpose_id
    from (select ${refundColumns}, updated_at from marketplace.refund
      where ${asked.status === undefined ? sql`true` : sql`status = ${asked.status}`}
        and ${newestRefunds.isPast(asked.after)}
      order by ${newestRefunds.by} limit ${asked.limit}) r
    join marketplace.payment p on p.id = r.payment_id
    join marketplace.users u on u.id = p.user_id
    order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

/** What was given back of a payment, and what is on its way back. */
export async function refundedOf(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from marketplace.refund
    where payment_id = ${paymentId} and status <> 'failed'`.execute(db)
  return rows[0]?.minor ?? 0
}

export async function updateRefund(
  db: Db,
  id: string,
  said: Pick<RefundRow, 'status' | 'provider_refund_id'>,
  at: Date,
): Promise<void> {
  await sql`
    update marketplace.refund set status = ${said.status},
      provider_refund_id = coalesce(provider_refund_id, ${said.provider_refund_id}), updated_at = ${at}
    where id = ${id}`.execute(db)
}

export async function takeUnsettledRefunds(
  db: Db,
  { before, at, most }: { before: Date; at: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.refund set asked_at = ${at} where id in (
      select id from marketplace.refund where status = 'pending' and asked_at < ${before}
      order by asked_at limit ${most} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

function onlyOf<Row>([row]: Row[]): Row {
  if (!row) throw new Error('the row of a payment is gone')
  return row
}
