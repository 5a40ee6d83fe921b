import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { About } from './ledger.ts'

export const transactionTypes = [
  'add_funds',
  'purchase',
  'sale',
  'refund',
  'payout',
  'boost',
  'subscription',
  'fee',
  'chargeback',
] as const
export type TransactionType = (typeof transactionTypes)[number]

export const transactionStatuses = [
  'pending',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'returned',
  'partly_refunded',
  'refunded',
  'disputed',
  'charged_back',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

export interface NewTransaction {
  id: string
  personId: string
  type: TransactionType
  status: TransactionStatus
  /** As its owner sees it: what they get is positive. */
  amountMinor: number
  currency: string
  mode: PaymentMode
  counterpartId?: string | null
  about: About
  feeMinor?: number
  /** What was booked with its first state. */
  entryId?: string
  /** What its receipt says that it is for, where its money has moved already. */
  subject?: string
}

/** What is available to the owner of `t` after an entry; null where that did not move it. */
const balanceAfter = (entryId: string | null, owner: string) => sql`
      (select l.balance_minor from marketplace.ledger_line l join marketplace.ledger_account a on a.id = l.account_id
        where l.entry_id = ${entryId}::uuid and a.person_id = ${sql.ref(owner)} and a.kind = 'available')`

export async function insertTransaction(db: Db, row: NewTransaction, at: Date): Promise<void> {
  const entryId = row.entryId ?? null
  await sql`
    with made as (
      insert into marketplace.wallet_transaction as t (id, user_id, type, status, amount_minor, fee_minor, currency, mode,
        counterpart_id, about_model, about_id, balance_after_minor, created_at, updated_at)
      select v.*, ${balanceAfter(entryId, 'v.user_id')}, ${at}::timestamptz, ${at}::timestamptz
      from (values (${row.id}::uuid, ${row.personId}::uuid, ${row.type}::text, ${row.status}::text,
        ${row.amountMinor}::bigint, ${row.feeMinor ?? 0}::bigint, ${row.currency}::text, ${row.mode}::text,
        ${row.counterpartId ?? null}::uuid, ${row.about.model}::text, ${row.about.id}::uuid)) as v (id, user_id)
      returning t.id)
    insert into marketplace.wallet_transaction_event (transaction_id, ordinal, status, entry_id, at)
    select id, 0, ${row.status}, ${entryId}::uuid, ${at} from made`.execute(db)
}

/** Moves a transaction on. @returns whether there is one. */
export async function updateTransaction(
  db: Db,
  id: string,
  { status, entryId, at }: { status: TransactionStatus; entryId: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update marketplace.wallet_transaction t
      set status = ${status}, updated_at = ${at},
        balance_after_minor = coalesce(${balanceAfter(entryId, 't.user_id')}, t.balance_after_minor)
      where id = ${id} returning id)
    insert into marketplace.wallet_transaction_event (transaction_id, ordinal, status, entry_id, at)
    select m.id, (select count(*) from marketplace.wallet_transaction_event e where e.transaction_id = m.id),
      ${status}, ${entryId}::uuid, ${at} from moved m returning 1`.execute(db)
  return rows.length > 0
}
