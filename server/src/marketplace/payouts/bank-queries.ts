import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Bank, BankState } from '../../platform/payments/paying-out.ts'
import type { PaymentMode, Payments } from '../../platform/payments/port.ts'

export interface BankRow {
  id: string
  user_id: string
  payee_id: string
  provider_bank_id: string
  fingerprint: string
  bank_name: string
  last4: string
  holder_name: string
  country: string
  currency: string
  status: BankState
  is_default: boolean
  created_at: Date
}

/** A bank account with whom it belongs to at the provider. */
export interface OwnedBank extends BankRow {
  provider: Payments['provider']
  mode: PaymentMode
  provider_payee_id: string
  is_payable: boolean
}

const columns = sql`b.id, b.user_id, b.payee_id, b.provider_bank_id, b.fingerprint, b.bank_name, b.last4, b.holder_name,
  b.country, b.currency, b.status, b.is_default, b.created_at`
const owned = sql`${columns}, p.provider, p.mode, p.provider_payee_id, p.is_payable`

/** What somebody is paid out through now: accounts of another processor, or of its other mode, are none here. */
export interface PaidThrough {
  provider: Payments['provider'] | null
  mode: PaymentMode
}

/** Somebody's bank accounts, the default one first; there are few. */
export async function selectBanks(
  db: Db,
  userId: string,
  { provider, mode }: PaidThrough,
): Promise<OwnedBank[]> {
  const { rows } = await sql<OwnedBank>`
    select ${owned} from marketplace.bank_account b join marketplace.payee p on p.id = b.payee_id
    where b.user_id = ${userId} and b.removed_at is null and p.provider = ${provider} and p.mode = ${mode}
    order by b.is_default desc, b.created_at desc, b.id desc`.execute(db)
  return rows
}

/** One with its payee, removed or not. */
export async function selectBank(db: Db, id: string): Promise<OwnedBank | undefined> {
  const { rows } = await sql<OwnedBank>`
    select ${owned} from marketplace.bank_account b join marketplace.payee p on p.id = b.payee_id
    where b.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks all that somebody has, removed or not, so that their changes go one by one. */
export async function lockBanks(db: Db, userId: string): Promise<(BankRow & { removed_at: Date | null })[]> {
  const { rows } = await sql<BankRow & { removed_at: Date | null }>`
    select ${columns}, b.removed_at from marketplace.bank_account b where b.user_id = ${userId}
    order by b.id for update`.execute(db)
  return rows
}

export async function insertBank(
  db: Db,
  row: Pick<BankRow, 'id' | 'user_id' | 'payee_id' | 'holder_name' | 'is_default'> & {
    bank: Bank
    lookAt: Date | null
    at: Date
  },
): Promise<void> {
  const { bank } = row
  await sql`
    insert into marketplace.bank_account (id, user_id, payee_id, provider_bank_id, fingerprint, bank_name, last4, holder_name,
      country, currency, status, is_default, look_at, created_at)
    values (${row.id}, ${row.user_id}, ${row.payee_id}, ${bank.id}, ${bank.fingerprint}, ${bank.bankName}, ${bank.last4},
      ${row.holder_name}, ${bank.country}, ${bank.currency}, ${bank.status}, ${row.is_default}, ${row.lookAt}, ${row.at})`.execute(
    db,
  )
}

/** Makes one of a payee's bank accounts the default and no other; null for none. */
export async function setDefaultBank(db: Db, payeeId: string, id: string | null): Promise<void> {
  await sql`
    update marketplace.bank_account set is_default = false
    where payee_id = ${payeeId} and is_default and id is distinct from ${id}::uuid`.execute(db)
  await sql`
    update marketplace.bank_account set is_default = true where id = ${id}::uuid and not is_default`.execute(
    db,
  )
}

/** The provider calls the same account otherwise now. */
export async function renameBank(db: Db, id: string, providerBankId: string): Promise<void> {
  await sql`update marketplace.bank_account set provider_bank_id = ${providerBankId} where id = ${id}`.execute(
    db,
  )
}

export async function removeBank(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update marketplace.bank_account set removed_at = ${at}, is_default = false, look_at = null
    where id = ${id} and removed_at is null`.execute(db)
}

/** Keeps how the provider says that one stands. */
export async function updateBankStatus(
  db: Db,
  id: string,
  { status, lookAt }: { status: BankState; lookAt: Date | null },
): Promise<void> {
  await sql`
    update marketplace.bank_account set status = ${status}, look_at = ${lookAt}
    where id = ${id} and removed_at is null
      and (status <> ${status} or look_at is distinct from ${lookAt}::timestamptz)`.execute(db)
}

/** Those that wait to be looked at, which they are again later. */
export async function takeBanksToLookAt(
  db: Db,
  { now, next, most }: { now: Date; next: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.bank_account set look_at = ${next} where ctid = any(array(
      select ctid from marketplace.bank_account where look_at <= ${now} order by look_at limit ${most} for update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
