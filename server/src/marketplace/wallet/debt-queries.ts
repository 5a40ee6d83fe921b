import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'

// Every statement about what people got that a bank took back from the house.

export interface DebtRow {
  id: string
  user_id: string
  currency: string
  mode: PaymentMode
  dispute_id: string
  amount_minor: number
  settled_minor: number
}

const columns = sql`id, user_id, currency, mode, dispute_id, amount_minor, settled_minor`
const isOpen = sql<boolean>`settled_minor < amount_minor and returned_at is null`

/** What somebody can spend; nothing else takes of it until the transaction ends. */
export async function lockAvailable(
  db: Db,
  personId: string,
  { currency, mode }: { currency: string; mode: PaymentMode },
): Promise<number> {
  const { rows } = await sql<{ balance_minor: number }>`
    select balance_minor from marketplace.ledger_account
    where person_id = ${personId} and currency = ${currency} and kind = 'available' and mode = ${mode}
    for no key update`.execute(db)
  return rows[0]?.balance_minor ?? 0
}

/** @returns whether there was none of this dispute and person. */
export async function insertDebt(db: Db, row: DebtRow, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.debt (${columns}, created_at)
    values (${row.id}, ${row.user_id}, ${row.currency}, ${row.mode}, ${row.dispute_id}, ${row.amount_minor},
      ${row.settled_minor}, ${at})
    on conflict (dispute_id, user_id) do nothing returning 1`.execute(db)
  return rows.length > 0
}

export async function updateSettled(db: Db, id: string, settledMinor: number): Promise<void> {
  await sql`update marketplace.debt set settled_minor = ${settledMinor} where id = ${id}`.execute(db)
}

const isCollectable = sql<boolean>`${isOpen} and exists (
  select from marketplace.ledger_account a where a.person_id = d.user_id and a.currency = d.currency
    and a.kind = 'available' and a.mode = d.mode and a.balance_minor > 0)`

export const anyCollectable = () => sql`
  select id from marketplace.debt d where ${isCollectable} order by user_id, currency, mode limit 1`

/** The next debts of which something can be had now, of one person or of anybody; locked. */
export async function lockCollectable(
  db: Db,
  { personId, most }: { personId: string | null; most: number },
): Promise<DebtRow[]> {
  const { rows } = await sql<DebtRow>`
    select ${columns} from marketplace.debt d
    where ${isCollectable} and (${personId}::uuid is null or user_id = ${personId}::uuid)
    order by id limit ${most} for update of d skip locked`.execute(db)
  return rows
}

/** Ends what is owed of a dispute. @returns the debts, with what had been given back of each. */
export async function endDebtsOf(db: Db, disputeId: string, at: Date): Promise<DebtRow[]> {
  const { rows } = await sql<DebtRow>`
    update marketplace.debt set returned_at = ${at} where dispute_id = ${disputeId} and returned_at is null
    returning ${columns}`.execute(db)
  return rows
}

/** What somebody owes in a currency. */
export async function sumOwed(
  db: Db,
  personId: string,
  { currency, mode }: { currency: string; mode: PaymentMode },
): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor - settled_minor), 0)::bigint as minor from marketplace.debt
    where user_id = ${personId} and currency = ${currency} and mode = ${mode} and ${isOpen}`.execute(db)
  return rows[0]?.minor ?? 0
}
