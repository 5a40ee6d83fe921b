import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { type PaymentMode, paymentModes } from '../../platform/payments/port.ts'
import { isOfPresentOwner } from '../users/public.ts'
import type { TransactionType } from './transaction-queries.ts'

export const receiptSides = ['seller', 'platform'] as const
export const receiptLabels = [
  'item',
  'shipping',
  'fee',
  'boost',
  'subscription',
  'funds',
  'refund',
  'payout',
  'returned',
  'chargeback',
] as const

/** Something that a receipt adds up: of whom, for what, how much. */
export interface ReceiptLine {
  side: (typeof receiptSides)[number]
  label: (typeof receiptLabels)[number]
  amount_minor: number
}

export interface NewReceipt {
  id: string
  personId: string
  /** Null for the marketplace. */
  counterpartId: string | null
  transactionId: string
  mode: PaymentMode
  subject: string
  currency: string
  lines: readonly ReceiptLine[]
}

/** Writes a receipt; a transaction has one, which this replaces as long as it has no number. */
export async function insertReceipt(db: Db, row: NewReceipt, at: Date): Promise<void> {
  await sql`
    insert into marketplace.receipt (id, user_id, counterpart_id, transaction_id, mode, subject, currency, lines, issued_at)
    values (${row.id}, ${row.personId}, ${row.counterpartId}, ${row.transactionId}, ${row.mode}, ${row.subject},
      ${row.currency}, ${JSON.stringify(row.lines)}::jsonb, ${at})
    on conflict (transaction_id) do update set counterpart_id = excluded.counterpart_id, subject = excluded.subject, lines = excluded.lines
      where marketplace.receipt.number is null`.execute(db)
}

/**
 * Writes the receipt of a transaction by which money has moved, in one line: of the other one where there is one, else of the
 * marketplace. What came back stands in a second one, which takes the first away. Purchases and sales have their own.
 */
export async function insertPlainReceipt(
  db: Db,
  { id, transactionId, subject }: { id: string; transactionId: string; subject: string },
  at: Date,
): Promise<void> {
  const side = sql`case when t.counterpart_id is null then 'platform' else 'seller' end`
  const amount = sql`case when t.type in ('refund', 'chargeback') then t.amount_minor else abs(t.amount_minor) end`
  await sql`
    insert into marketplace.receipt (id, user_id, counterpart_id, transaction_id, mode, subject, currency, lines, issued_at)
    select ${id}, t.user_id, t.counterpart_id, t.id, t.mode, ${subject}, t.currency,
      jsonb_build_array(jsonb_build_object(
        'side', ${side}, 'label', case t.type when 'add_funds' then 'funds' else t.type end, 'amount_minor', ${amount}))
      || case t.status when 'returned' then jsonb_build_array(jsonb_build_object(
        'side', ${side}, 'label', 'returned', 'amount_minor', -(${amount}))) else '[]' end, ${at}
    from marketplace.wallet_transaction t
    where t.id = ${transactionId} and t.amount_minor <> 0 and t.type not in ('purchase', 'sale')
    on conflict (transaction_id) do update set lines = excluded.lines
      where jsonb_array_length(marketplace.receipt.lines) < jsonb_array_length(excluded.lines)`.execute(db)
}

const withoutNumber = (mode: PaymentMode, most: number) => sql`(
  select id, issued_at from marketplace.receipt where mode = ${mode} and number is null order by issued_at, id limit ${most})`

export const anyWithoutNumber = () =>
  sql.join(
    paymentModes.map((mode) => withoutNumber(mode, 1)),
    sql` union all `,
  )

/** Numbers the oldest receipts that have none. One who does it waits for the other. @returns how many */
export async function numberReceipts(db: Db, mode: PaymentMode, most: number): Promise<number> {
  await sql`select 1 from marketplace.receipt_series where mode = ${mode} for update`.execute(db)
  // In a statement of its own, which sees what was numbered meanwhile.
  const { rows } = await sql`
    with next as (
      select id, row_number() over (order by issued_at, id) as place from ${withoutNumber(mode, most)} oldest),
    series as (
      update marketplace.receipt_series set last_number = last_number + (select count(*) from next)
      where mode = ${mode} and exists (select from next) returning last_number - (select count(*) from next) as before)
    update marketplace.receipt r set number = series.before + next.place from next, series
    where r.id = next.id returning 1`.execute(db)
  return rows.length
}

export interface ReceiptRow {
  id: string
  user_id: string
  counterpart_id: string | null
  transaction_id: string
  type: TransactionType
  mode: PaymentMode
  number: number | null
  subject: string
  currency: string
  lines: ReceiptLine[]
  issued_at: Date
}

const columns = sql`
    r.id, r.user_id, r.counterpart_id, r.transaction_id, t.type, r.mode, r.number, r.subject, r.currency, r.lines, r.issued_at
    from marketplace.receipt r join marketplace.wallet_transaction t on t.id = r.transaction_id`

export const receiptOrder = orderedBy<ReceiptRow>(
  'desc',
  ['r.issued_at', 'timestamptz', 'issued_at'],
  ['r.id', 'uuid', 'id'],
)

export async function selectReceipts(
  db: Db,
  {
    userId,
    mode,
    after,
    limit,
  }: { userId: string; mode: PaymentMode; after: Key | undefined; limit: number },
): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select ${columns} where r.user_id = ${userId} and r.mode = ${mode} and ${isOfPresentOwner(userId, 't.created_at')} and ${receiptOrder.isPast(after)}
    order by ${receiptOrder.by} limit ${limit}`.execute(db)
  return rows
}

/** One's own receipt; anybody's where `userId` is null. */
export async function selectReceipt(
  db: Db,
  { id, userId }: { id: string; userId: string | null },
): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${columns} where r.id = ${id} and (${userId}::uuid is null or (r.user_id = ${userId} and ${isOfPresentOwner(userId, 't.created_at')}))`.execute(
    db,
  )
  return rows[0]
}

/** Takes what somebody called their things out of receipts, theirs and those of others. @returns how many there were */
export async function clearSubjectsOf(db: Db, personId: string, most: number): Promise<number> {
  const { rows } = await sql`
    update marketplace.receipt set subject = '' where id = any(array(
      select id from marketplace.receipt
      where subject <> '' and (user_id = ${personId} or counterpart_id = ${personId}) limit ${most}))
    returning 1`.execute(db)
  return rows.length
}
