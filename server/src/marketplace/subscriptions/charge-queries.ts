import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'

export interface ChargeRow {
  id: string
  user_id: string
  subscription_id: string | null
  plan_id: string
  payment_id: string | null
  mode: PaymentMode | null
  amount_minor: number
  currency: string
  status: 'open' | 'paid' | 'failed' | 'returned' | 'disputed' | 'charged_back'
  bought_ms: number
  returned_ms: number
  /** Of that, what waits for a bank. */
  withheld_ms: number
  created_at: Date
}

export interface NewCharge {
  id: string
  userId: string
  subscriptionId: string | null
  planId: string
  amountMinor: number
  currency: string
  at: Date
}

/** Begins to ask somebody for money. @returns whether nobody does so already. */
export async function insertCharge(db: Db, charge: NewCharge): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.subscription_charge (id, user_id, subscription_id, plan_id, amount_minor, currency, status, created_at)
    values (${charge.id}, ${charge.userId}, ${charge.subscriptionId}, ${charge.planId}, ${charge.amountMinor}, ${charge.currency}, 'open', ${charge.at})
    on conflict (user_id) where status = 'open' do nothing returning id`.execute(db)
  return rows.length > 0
}

export async function keepPayment(
  db: Db,
  id: string,
  payment: { id: string; mode: PaymentMode },
): Promise<void> {
  await sql`
    update marketplace.subscription_charge set payment_id = ${payment.id}, mode = ${payment.mode}
    where id = ${id}`.execute(db)
}

/** One charge, or the one of somebody that is open; locked. */
export async function lockCharge(
  db: Db,
  which: { id: string } | { userId: string },
): Promise<ChargeRow | undefined> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`user_id = ${which.userId} and status = 'open'`
  const { rows } = await sql<ChargeRow>`
    select * from marketplace.subscription_charge where ${condition} for update`.execute(db)
  return rows[0]
}

/** Writes down what became of a charge. What had failed may turn out to have been paid, and goes back then. */
export async function settleCharge(
  db: Db,
  id: string,
  settled: {
    status: 'paid' | 'failed' | 'returned'
    subscriptionId: string | null
    boughtMs: number
    at: Date
  },
): Promise<void> {
  await sql`
    update marketplace.subscription_charge
    set status = ${settled.status}, subscription_id = ${settled.subscriptionId}, bought_ms = ${settled.boughtMs}, settled_at = ${settled.at}
    where id = ${id}`.execute(db)
}

/** What was paid for a subscription, the newest first; locked. */
export async function lockPaid(db: Db, subscriptionId: string): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    select * from marketplace.subscription_charge where subscription_id = ${subscriptionId} and status = 'paid'
    order by created_at desc, id desc for update`.execute(db)
  return rows
}

export async function addReturned(db: Db, id: string, ms: number): Promise<void> {
  await sql`update marketplace.subscription_charge set returned_ms = returned_ms + ${ms} where id = ${id}`.execute(
    db,
  )
}

/** A bank takes back what was paid: so much of its time waits for that, as before where nothing is said. */
export async function withholdTime(
  db: Db,
  id: string,
  { ms, status }: { ms: number | null; status: 'disputed' | 'charged_back' },
): Promise<void> {
  await sql`
    update marketplace.subscription_charge set status = ${status}, withheld_ms = coalesce(${ms}::bigint, withheld_ms)
    where id = ${id}`.execute(db)
}

/** It is paid for after all, by whatever has its time now. */
export async function giveTimeBack(db: Db, id: string, subscriptionId: string | null): Promise<void> {
  await sql`
    update marketplace.subscription_charge set status = 'paid', subscription_id = ${subscriptionId},
      returned_ms = returned_ms - withheld_ms, withheld_ms = 0
    where id = ${id}`.execute(db)
}
