import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DisputeState, PaymentState, RefundState } from './charging.ts'
import type { Scenario } from './pretending.ts'
import type { Movement } from './reporting.ts'

// Every statement about what the sandbox remembers of cards, payments, refunds and disputes.

export interface CardRow {
  id: string
  customer_id: string | null
  scenario: Scenario
}

export interface PaymentRow {
  id: string
  key: string
  customer_id: string
  card_id: string
  amount_minor: number
  currency: string
  status: PaymentState
  decline_code: string | null
  client_secret: string
  /** A bank has taken it back, or tries to. */
  is_disputed: boolean
}

export interface RefundRow {
  id: string
  key: string
  payment_id: string
  amount_minor: number
  status: RefundState
}

export interface DisputeRow {
  id: string
  /** Our key of the payment. */
  key: string
  created_at: Date
  payment_id: string
  status: DisputeState
  amount_minor: number
  currency: string
}

/** @returns undefined when there is no such customer. */
export async function emailOfCustomer(db: Db, id: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ email: string | null }>`
    select email from platform.sandbox_customer where id = ${id}`.execute(db)
  return rows[0]?.email
}

/** Finishes an open setup intent with a card. @returns whose it is; undefined when it is not open. */
export async function finishSetupIntent(db: Db, id: string, cardId: string): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string }>`
    update platform.sandbox_setup_intent set status = 'succeeded', card_id = ${cardId}
    where id = ${id} and status = 'requires_payment_method' returning customer_id`.execute(db)
  return rows[0]?.customer_id
}

/** A card that was saved under this id before comes as it was saved. */
export async function insertCard(db: Db, row: CardRow, at: Date): Promise<CardRow> {
  const { rows } = await sql<CardRow>`
    insert into platform.sandbox_card as c (id, customer_id, scenario, created_at)
    values (${row.id}, ${row.customer_id}, ${row.scenario}, ${at})
    on conflict (id) do update set id = excluded.id returning c.id, c.customer_id, c.scenario`.execute(db)
  return rows[0] ?? row
}

export async function selectCard(db: Db, id: string): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select id, customer_id, scenario from platform.sandbox_card where id = ${id}`.execute(db)
  return rows[0]
}

export async function releaseCard(db: Db, id: string): Promise<void> {
  await sql`update platform.sandbox_card set customer_id = null
    where id = ${id} and customer_id is not null`.execute(db)
}

const paymentColumns = sql`id, key, customer_id, card_id, amount_minor, currency, status, decline_code,
    client_secret, is_disputed`

/** @returns undefined when its key was used before. */
export async function insertPayment(
  db: Db,
  row: Omit<PaymentRow, 'is_disputed'>,
  at: Date,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    insert into platform.sandbox_payment (id, key, customer_id, card_id, amount_minor, currency, status, decline_code,
      client_secret, created_at)
    values (${row.id}, ${row.key}, ${row.customer_id}, ${row.card_id}, ${row.amount_minor}, ${row.currency},
      ${row.status}, ${row.decline_code}, ${row.client_secret}, ${at})
    on conflict (key) do nothing returning ${paymentColumns}`.execute(db)
  return rows[0]
}

export async function selectPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from platform.sandbox_payment where id = ${id}`.execute(db)
  return rows[0]
}

export async function selectPaymentUnder(db: Db, key: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from platform.sandbox_payment where key = ${key}`.execute(db)
  return rows[0]
}

export async function updatePayment(
  db: Db,
  id: string,
  {
    status,
    declineCode,
    from,
  }: { status: PaymentState; declineCode?: string; from: readonly PaymentState[] },
): Promise<void> {
  await sql`
    update platform.sandbox_payment set status = ${status}, decline_code = ${declineCode ?? null}
    where id = ${id} and status = any(${[...from]}::text[])`.execute(db)
}

/** @returns undefined when its key was used before, or the payment has not that much left. */
export async function insertRefund(
  db: Db,
  row: Omit<RefundRow, 'status'>,
  at: Date,
): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    with taken as (
      update platform.sandbox_payment set refunded_minor = refunded_minor + ${row.amount_minor}::bigint
      where id = ${row.payment_id} and refunded_minor + ${row.amount_minor}::bigint <= amount_minor
        and not is_disputed and not exists (select from platform.sandbox_refund where key = ${row.key})
      returning id)
    insert into platform.sandbox_refund (id, key, payment_id, amount_minor, status, created_at)
    select ${row.id}, ${row.key}, taken.id, ${row.amount_minor}::bigint, 'succeeded', ${at} from taken
    returning id, key, payment_id, amount_minor, status`.execute(db)
  return rows[0]
}

export async function selectRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select id, key, payment_id, amount_minor, status from platform.sandbox_refund where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export async function selectRefundUnder(db: Db, key: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select id, key, payment_id, amount_minor, status from platform.sandbox_refund where key = ${key}`.execute(
    db,
  )
  return rows[0]
}

/** Has a bank take back what is left of a payment. Nothing is made where there is a dispute already, or nothing left. */
export async function insertDispute(db: Db, id: string, paymentId: string, at: Date): Promise<void> {
  await sql`
    with taken as (
      update platform.sandbox_payment set is_disputed = true
      where id = ${paymentId} and refunded_minor < amount_minor
        and not exists (select from platform.sandbox_dispute where payment_id = ${paymentId})
      returning id, amount_minor - refunded_minor as amount_minor)
    insert into platform.sandbox_dispute (id, payment_id, amount_minor, status, created_at)
    select ${id}, taken.id, taken.amount_minor, 'open', ${at} from taken on conflict do nothing`.execute(db)
}

export async function selectDispute(db: Db, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select d.id, d.payment_id, d.status, d.amount_minor, d.created_at, p.currency, p.key
    from platform.sandbox_dispute d join platform.sandbox_payment p on p.id = d.payment_id
    where d.id = ${id}`.execute(db)
  return rows[0]
}

export async function updateDispute(db: Db, id: string, status: 'won' | 'lost', at: Date): Promise<void> {
  await sql`
    with decided as (
      update platform.sandbox_dispute set status = ${status}, decided_at = ${at}
      where id = ${id} and status = 'open' returning payment_id)
    update platform.sandbox_payment p set is_disputed = ${status === 'lost'} from decided where p.id = decided.payment_id`.execute(
    db,
  )
}

/** What came to the sandbox and left it; payouts that never arrive never left. */
export async function selectMovements(
  db: Db,
  { from, until }: { from: Date; until: Date },
): Promise<Movement[]> {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`
  const { rows } = await sql<Movement>`
    select id, 'captured' as kind, amount_minor as "amountMinor", currency, created_at as at, key,
      null as "paymentId"
    from platform.sandbox_payment where status = 'succeeded' and ${within('created_at')}
    union all
    select r.id, 'refunded', -r.amount_minor, p.currency, r.created_at, r.key, p.id
    from platform.sandbox_refund r join platform.sandbox_payment p on p.id = r.payment_id
    where r.status = 'succeeded' and ${within('r.created_at')}
    union all
    select d.id, 'disputed', -d.amount_minor, p.currency, d.created_at, d.id, p.id
    from platform.sandbox_dispute d join platform.sandbox_payment p on p.id = d.payment_id where ${within('d.created_at')}
    union all
    select d.id, 'disputed', d.amount_minor, p.currency, d.decided_at, d.id, p.id
    from platform.sandbox_dispute d join platform.sandbox_payment p on p.id = d.payment_id
    where d.status = 'won' and ${within('d.decided_at')}
    union all
    select id, 'paid_out', -amount_minor, currency, created_at, key, null
    from platform.sandbox_payout where not fails and ${within('created_at')}`.execute(db)
  return rows
}
