import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { CardUsage, PaymentMode, Payments } from '../../platform/payments/port.ts'

export interface CustomerRow {
  id: string
  email: string | null
  provider_customer_id: string | null
  created_at: Date
  /** Made by the very statement that brings it. */
  is_new: boolean
}

/** A person's row at a provider, made with their address of now if there is none. Requests of one person go through here one by one. */
export async function reserveCustomer(
  db: Db,
  row: { id: string; personId: string; provider: string; mode: PaymentMode; at: Date },
): Promise<CustomerRow> {
  const { rows } = await sql<CustomerRow>`
    insert into marketplace.payment_customer (id, user_id, provider, mode, email, created_at)
    values (${row.id}, ${row.personId}, ${row.provider}, ${row.mode},
      (select email from marketplace.users where id = ${row.personId}), ${row.at})
    on conflict (user_id, provider, mode) do update set user_id = excluded.user_id
    returning id, email, provider_customer_id, created_at, id = ${row.id} as is_new`.execute(db)
  return onlyOf(rows)
}

/** Keeps the provider's name for a customer. @returns the one that was kept first. */
export async function keepCustomer(db: Db, id: string, providerId: string): Promise<string> {
  const { rows } = await sql<{ provider_customer_id: string }>`
    update marketplace.payment_customer set provider_customer_id = coalesce(provider_customer_id, ${providerId})
    where id = ${id} returning provider_customer_id`.execute(db)
  return onlyOf(rows).provider_customer_id
}

/** Deletes the rows of somebody who left, with their intents. */
export async function deleteCustomers(
  db: Db,
  personId: string,
  most: number,
): Promise<(Omit<CustomerRow, 'is_new' | 'email'> & Pick<Payments, 'provider' | 'mode'>)[]> {
  const { rows } = await sql<Omit<CustomerRow, 'is_new' | 'email'> & Pick<Payments, 'provider' | 'mode'>>`
    delete from marketplace.payment_customer where ctid = any(array(
      select ctid from marketplace.payment_customer where user_id = ${personId} limit ${most}))
    returning id, provider, mode, provider_customer_id, created_at`.execute(db)
  return rows
}

export interface SetupIntentRow {
  id: string
  provider_intent_id: string | null
  created_at: Date
  is_new: boolean
}

/** The open intent of a customer that is younger than `bornAfter` and not the one that is finished; else a new one in its place. */
export async function reserveSetupIntent(
  db: Db,
  row: {
    id: string
    customerId: string
    usage: CardUsage
    at: Date
    bornAfter: Date
    finishedId: string | null
  },
): Promise<SetupIntentRow> {
  // Before the rows of its intents, as in `reserveCustomer`.
  await sql`select id from marketplace.payment_customer where id = ${row.customerId} for no key update`.execute(
    db,
  )
  await sql`
    update marketplace.setup_intent set closed_at = ${row.at}
    where customer_id = ${row.customerId} and usage = ${row.usage} and closed_at is null
      and (created_at <= ${row.bornAfter} or id = ${row.finishedId})`.execute(db)
  await sql`
    insert into marketplace.setup_intent (id, customer_id, usage, created_at)
    values (${row.id}, ${row.customerId}, ${row.usage}, ${row.at})
    on conflict (customer_id, usage) where closed_at is null do nothing`.execute(db)
  const { rows } = await sql<SetupIntentRow>`
    select id, provider_intent_id, created_at, id = ${row.id} as is_new from marketplace.setup_intent
    where customer_id = ${row.customerId} and usage = ${row.usage} and closed_at is null`.execute(db)
  return onlyOf(rows)
}

export async function keepSetupIntent(db: Db, id: string, providerIntentId: string): Promise<void> {
  await sql`
    update marketplace.setup_intent set provider_intent_id = ${providerIntentId} where id = ${id}`.execute(db)
}

function onlyOf<Row>([row]: Row[]): Row {
  if (!row) throw new Error('the row of a payment is gone')
  return row
}
