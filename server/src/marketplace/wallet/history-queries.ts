import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { isOfPresentOwner, isVisibleToPartners, type UserRow } from '../users/public.ts'
import type { TransactionStatus, TransactionType } from './transaction-queries.ts'

export interface TransactionRow {
  id: string
  type: TransactionType
  status: TransactionStatus
  amount_minor: number
  fee_minor: number
  currency: string
  mode: PaymentMode
  /** Null for the marketplace, and for somebody who is not to be seen. */
  counterpart:
    | (Pick<UserRow, 'id' | 'name' | 'profile_photo_url' | 'is_verified'> & { created_at: string })
    | null
  about_model: string
  about_id: string
  balance_after_minor: number | null
  created_at: Date
  updated_at: Date
}

const columns = sql`
    t.id, t.type, t.status, t.amount_minor, t.fee_minor, t.currency, t.mode, t.about_model, t.about_id,
    t.balance_after_minor, t.created_at, t.updated_at,
    (select jsonb_build_object('id', c.id, 'name', c.name, 'profile_photo_url', c.profile_photo_url,
        'is_verified', c.is_verified, 'created_at', c.created_at)
      from marketplace.users c where c.id = t.counterpart_id and ${isVisibleToPartners(sql.ref('t.user_id'), 'c.id')}) as counterpart`

export const transactionOrder = orderedBy<TransactionRow>(
  'desc',
  ['t.created_at', 'timestamptz', 'created_at'],
  ['t.id', 'uuid', 'id'],
)

export interface TransactionFilter {
  userId: string
  mode: PaymentMode
  type: TransactionType | null
  status: TransactionStatus | null
  currency: string | null
  /** From the first of these moments until before the second. */
  from: Date | null
  until: Date | null
  after: Key | undefined
  limit: number
}

export async function selectTransactions(db: Db, filter: TransactionFilter): Promise<TransactionRow[]> {
  const { userId, mode, type, status, currency, from, until, after, limit } = filter
  const { rows } = await sql<TransactionRow>`
    select ${columns} from marketplace.wallet_transaction t
    where t.user_id = ${userId} and t.mode = ${mode} and ${isOfPresentOwner(userId, 't.created_at')}
      ${type === null ? sql`` : sql`and t.type = ${type}`}
      ${status === null ? sql`` : sql`and t.status = ${status}`}
      ${currency === null ? sql`` : sql`and t.currency = ${currency}`}
      ${from === null ? sql`` : sql`and t.created_at >= ${from}`}
      ${until === null ? sql`` : sql`and t.created_at < ${until}`}
      and ${transactionOrder.isPast(after)}
    order by ${transactionOrder.by} limit ${limit}`.execute(db)
  return rows
}

/** One's own transaction; anybody's where `userId` is null. */
export async function selectTransaction(
  db: Db,
  { id, userId }: { id: string; userId: string | null },
): Promise<(TransactionRow & { user_id: string; receipt_id: string | null }) | undefined> {
  const { rows } = await sql<TransactionRow & { user_id: string; receipt_id: string | null }>`
    select ${columns}, t.user_id,
      (select r.id from marketplace.receipt r where r.transaction_id = t.id) as receipt_id
    from marketplace.wallet_transaction t
    where t.id = ${id} and (${userId}::uuid is null or (t.user_id = ${userId} and ${isOfPresentOwner(userId, 't.created_at')}))`.execute(
    db,
  )
  return rows[0]
}

export interface EventRow {
  status: TransactionStatus
  at: Date
}

export async function selectEvents(db: Db, transactionId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select status, at from marketplace.wallet_transaction_event where transaction_id = ${transactionId}
    order by ordinal`.execute(db)
  return rows
}

export interface OwnLineRow {
  kind: string
  amount_minor: number
  balance_minor: number
  entry_kind: string
  created_at: Date
}

/** What was booked of a transaction on its owner's side. */
export async function selectOwnLines(db: Db, transactionId: string): Promise<OwnLineRow[]> {
  const { rows } = await sql<OwnLineRow>`
    select a.kind, l.amount_minor, l.balance_minor, e.kind as entry_kind, e.created_at
    from marketplace.wallet_transaction t
    join marketplace.wallet_transaction_event v on v.transaction_id = t.id
    join marketplace.ledger_entry e on e.id = v.entry_id
    join marketplace.ledger_line l on l.entry_id = e.id
    join marketplace.ledger_account a on a.id = l.account_id and a.person_id = t.user_id
    where t.id = ${transactionId} order by v.ordinal, a.kind`.execute(db)
  return rows
}

const mostRelated = 20

/** Others of the same person about the same thing, such as the refunds of a purchase. */
export async function selectRelated(db: Db, transactionId: string): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select ${columns} from marketplace.wallet_transaction o
    join marketplace.wallet_transaction t
      on t.about_id = o.about_id and t.about_model = o.about_model and t.user_id = o.user_id and t.id <> o.id
    where o.id = ${transactionId} order by t.created_at, t.id limit ${mostRelated}`.execute(db)
  return rows
}
