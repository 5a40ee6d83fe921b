import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { PaymentMode, Payments } from '../../platform/payments/port.ts'
import { isOfPresentOwner } from '../users/public.ts'
import type { PayoutStatus } from './states.ts'

export interface PayoutRow {
  id: string
  user_id: string
  bank_account_id: string
  provider: Payments['provider']
  mode: PaymentMode
  amount_minor: number
  currency: string
  status: PayoutStatus
  provider_payout_id: string | null
  failure_code: string | null
  arrives_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`id, user_id, bank_account_id, provider, mode, amount_minor::float8 as amount_minor, currency, status,
  provider_payout_id, failure_code, arrives_at, created_at, updated_at`

export async function insertPayout(
  db: Db,
  row: Pick<
    PayoutRow,
    'id' | 'user_id' | 'bank_account_id' | 'provider' | 'mode' | 'amount_minor' | 'currency'
  > & { at: Date },
): Promise<PayoutRow> {
  const { rows } = await sql<PayoutRow>`
    insert into marketplace.payout (id, user_id, bank_account_id, provider, mode, amount_minor, currency, status, look_at,
      created_at, updated_at)
    values (${row.id}, ${row.user_id}, ${row.bank_account_id}, ${row.provider}, ${row.mode}, ${row.amount_minor},
      ${row.currency}, 'requested', ${row.at}, ${row.at}, ${row.at})
    returning ${columns}`.execute(db)
  if (!rows[0]) throw new Error('a payout was not written')
  return rows[0]
}

export async function selectPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from marketplace.payout where id = ${id}`.execute(db)
  return rows[0]
}

/** By what the provider calls it. */
export async function findPayoutNamed(db: Db, providerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.payout where provider_payout_id = ${providerId}`.execute(db)
  return rows[0]?.id
}

export const newestPayouts = orderedBy<PayoutRow>(
  'desc',
  ['created_at', 'timestamptz', 'created_at'],
  ['id', 'uuid', 'id'],
)

export async function selectPayouts(
  db: Db,
  userId: string,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from marketplace.payout where user_id = ${userId} and ${isOfPresentOwner(userId, 'created_at')} and ${newestPayouts.isPast(after)}
    order by ${newestPayouts.by} limit ${limit}`.execute(db)
  return rows
}

/** A payout with what staff reads beside it; the bank account may be gone. */
export interface NamedPayoutRow extends PayoutRow {
  person_name: string
  bank_name: string | null
  last4: string | null
}

export async function selectPayoutsOfAll(
  db: Db,
  { status, after, limit }: { status: PayoutStatus | undefined; after: Key | undefined; limit: number },
): Promise<NamedPayoutRow[]> {
  const { rows } = await sql<NamedPayoutRow>`
    select o.*, u.name as person_name, b.bank_name, b.last4
    from (select ${columns} from marketplace.payout
      where ${status === undefined ? sql`true` : sql`status = ${status}`} and ${newestPayouts.isPast(after)}
      order by ${newestPayouts.by} limit ${limit}) o
    join marketplace.users u on u.id = o.user_id
    left join marketplace.bank_account b on b.id = o.bank_account_id
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

export interface PayoutMove {
  id: string
  /** In which states it may be; in another one nothing happens. */
  from: readonly PayoutStatus[]
  to: PayoutStatus
  providerId?: string
  failureCode?: string | null
  arrivesAt?: Date | null
  /** When the provider is asked again; null for never. */
  lookAt: Date | null
  at: Date
}

/** Moves a payout on, if it is where it must be. @returns it, where it was moved. */
export async function movePayout(db: Db, move: PayoutMove): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    update marketplace.payout set status = ${move.to},
      provider_payout_id = coalesce(${move.providerId ?? null}, provider_payout_id),
      failure_code = coalesce(${move.failureCode ?? null}, failure_code),
      arrives_at = coalesce(${move.arrivesAt ?? null}::timestamptz, arrives_at),
      look_at = ${move.lookAt}, updated_at = ${move.at}
    where id = ${move.id} and status = any(${[...move.from]}::text[])
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Whether the books have it at its bank, from where it may still come back. */
export async function hasArrived(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.ledger_entry where key = ${`payout:${id}:succeeded`}`.execute(db)
  return rows.length > 0
}

/** When one that has arrived is looked at again; null for never. */
export async function lookAgainAt(db: Db, id: string, lookAt: Date | null): Promise<void> {
  await sql`update marketplace.payout set look_at = ${lookAt} where id = ${id} and status = 'paid'`.execute(
    db,
  )
}

/** Those that wait to be looked at, which they are again later. */
export async function takePayoutsToLookAt(
  db: Db,
  { now, next, most }: { now: Date; next: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.payout set look_at = ${next} where ctid = any(array(
      select ctid from marketplace.payout where look_at <= ${now} order by look_at limit ${most} for update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isUnderWayTo(db: Db, bankId: string): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace.payout
    where bank_account_id = ${bankId} and status in ('requested', 'in_transit', 'failed') limit 1`.execute(db)
  return rows.length > 0
}

/** What somebody was paid since a moment in a currency, what is on its way included. */
export async function paidOutSince(
  db: Db,
  userId: string,
  { since, currency, mode }: { since: Date; currency: string; mode: PaymentMode },
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::float8 as sum from marketplace.payout
    where user_id = ${userId} and created_at > ${since} and currency = ${currency} and mode = ${mode}
      and status <> 'returned'`.execute(db)
  return rows[0]?.sum ?? 0
}
