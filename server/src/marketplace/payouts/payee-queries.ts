import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode, Payments } from '../../platform/payments/port.ts'

type Processor = Pick<Payments, 'provider' | 'mode'>

export interface PayeeRow extends Processor {
  id: string
  user_id: string
  country: string
  email: string | null
  provider_payee_id: string | null
  is_payable: boolean
  created_at: Date
  /** Made by the very statement that brings it. */
  is_new: boolean
}

export interface NewPayeeRow {
  id: string
  personId: string
  provider: Payments['provider']
  mode: PaymentMode
  country: string
  email: string | null
  at: Date
}

const columns = sql`id, user_id, provider, mode, country, email, provider_payee_id, is_payable, created_at`

/** A person's row at a provider, made if there is none. Requests of one person go through here one by one. */
export async function reservePayee(db: Db, row: NewPayeeRow): Promise<PayeeRow> {
  const { rows } = await sql<PayeeRow>`
    insert into marketplace.payee (id, user_id, provider, mode, country, email, created_at)
    values (${row.id}, ${row.personId}, ${row.provider}, ${row.mode}, ${row.country}, ${row.email}, ${row.at})
    on conflict (user_id, provider, mode) do update set user_id = excluded.user_id
    returning ${columns}, id = ${row.id} as is_new`.execute(db)
  if (!rows[0]) throw new Error('the row of a payee is gone')
  return rows[0]
}

/** Keeps what the provider says of a payee; its first name for them stays. */
export async function keepPayee(
  db: Db,
  id: string,
  { providerId, isPayable }: { providerId: string; isPayable: boolean },
): Promise<void> {
  await sql`
    update marketplace.payee set provider_payee_id = coalesce(provider_payee_id, ${providerId}), is_payable = ${isPayable}
    where id = ${id} and (provider_payee_id is null or is_payable <> ${isPayable})`.execute(db)
}

/** Forgets somebody whom the provider has refused, with the country that they said. */
export async function deleteUnmadePayee(db: Db, id: string): Promise<void> {
  await sql`delete from marketplace.payee where id = ${id} and provider_payee_id is null`.execute(db)
}

export async function selectPayee(
  db: Db,
  personId: string,
  { provider, mode }: Processor,
): Promise<PayeeRow | undefined> {
  const { rows } = await sql<PayeeRow>`
    select ${columns}, false as is_new from marketplace.payee
    where user_id = ${personId} and provider = ${provider} and mode = ${mode}`.execute(db)
  return rows[0]
}

/** By what the provider calls them. */
export async function findPayeeNamed(db: Db, providerId: string): Promise<PayeeRow | undefined> {
  const { rows } = await sql<PayeeRow>`
    select ${columns}, false as is_new from marketplace.payee where provider_payee_id = ${providerId}`.execute(
    db,
  )
  return rows[0]
}

/** Deletes the rows of somebody who left, with their bank accounts. */
export async function deletePayees(db: Db, personId: string, most: number): Promise<PayeeRow[]> {
  const { rows } = await sql<PayeeRow>`
    delete from marketplace.payee where ctid = any(array(
      select ctid from marketplace.payee where user_id = ${personId} limit ${most}))
    returning ${columns}, false as is_new`.execute(db)
  return rows
}

export async function payeeWithId(db: Db, id: string): Promise<PayeeRow | undefined> {
  const { rows } = await sql<PayeeRow>`
    select ${columns}, false as is_new from marketplace.payee where id = ${id}`.execute(db)
  return rows[0]
}
