import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'

export const differenceKinds = ['entry', 'account'] as const

/** Something that does not add up: an entry by what its lines sum to, an account by how far its balance is off. */
export interface Difference {
  kind: (typeof differenceKinds)[number]
  id: string
  currency: string
  amount_minor: number
}

export const proofScopes = ['all', 'new'] as const
export type ProofScope = (typeof proofScopes)[number]

export interface ProofRow {
  id: string
  scope: ProofScope
  started_at: Date
  finished_at: Date
  entries: number
  accounts: number
  differences: Difference[]
}

/** Where a proof begins, and where the next one does: with the oldest transaction that may still be under way. */
export async function selectBounds(db: Db, scope: ProofScope): Promise<{ from: string; through: string }> {
  const { rows } = await sql<{ from: string; through: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as through, coalesce((
      select p.through from marketplace.ledger_proof p
      -- A database that was restored counts its transactions anew.
      where ${scope} = 'new' and p.through <= pg_snapshot_xmax(pg_current_snapshot())
        and p.finished_at = (select max(finished_at) from marketplace.ledger_proof)
      order by p.id desc limit 1), '0'::xid8)::text as "from"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not say which transactions there are')
  return row
}

export interface EntrySpan {
  from: string
  /** The last entry that was looked at. */
  after: { xact: string; id: string } | null
  most: number
}

interface EntriesSeen {
  seen: number
  last: { xact: string; id: string } | null
  accounts: string[]
  differences: Difference[]
}

/** Adds up the lines of the next entries. @returns what does not sum to zero, and the accounts that were moved */
export async function addUpEntries(db: Db, { from, after, most }: EntrySpan): Promise<EntriesSeen> {
  const { rows } = await sql<EntriesSeen>`
    with span as materialized (
      select id, xact, currency, mode from marketplace.ledger_entry
      where xact >= ${from}::xid8
        ${after === null ? sql`` : sql`and (xact, id) > (${after.xact}::xid8, ${after.id}::uuid)`}
      order by xact, id limit ${most}),
    lines as materialized (
      select s.id, s.currency, l.account_id, l.amount_minor, a.currency <> s.currency or a.mode <> s.mode as is_foreign
      from span s left join marketplace.ledger_line l on l.entry_id = s.id
      left join marketplace.ledger_account a on a.id = l.account_id),
    wrong as (
      select id, min(currency) as currency, coalesce(sum(amount_minor), 0) as amount_minor from lines
      group by id having coalesce(sum(amount_minor), 1) <> 0 or bool_or(is_foreign))
    select (select count(*) from span)::int as seen,
      (select jsonb_build_object('xact', xact::text, 'id', id) from span order by xact desc, id desc limit 1) as last,
      coalesce((select array_agg(distinct account_id::text) from lines where account_id is not null), '{}') as accounts,
      coalesce((select jsonb_agg(jsonb_build_object('kind', 'entry', 'id', id, 'currency', currency,
        'amount_minor', amount_minor)) from wrong), '[]') as differences`.execute(db)
  return rows[0] ?? { seen: 0, last: null, accounts: [], differences: [] }
}

/** The ids of the next accounts. */
export async function selectAccountsAfter(db: Db, after: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from marketplace.ledger_account where id > ${after}::bigint order by ledger_account.id limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Compares balances with the sums of their lines; both are of one moment, however much is booked meanwhile. */
export async function compareAccounts(db: Db, ids: readonly string[]): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select 'account' as kind, a.id::text as id, a.currency, a.balance_minor - s.total::bigint as amount_minor
    from marketplace.ledger_account a, lateral (
      select coalesce(sum(l.amount_minor), 0) as total from marketplace.ledger_line l where l.account_id = a.id) s
    where a.id = any(${[...ids]}::bigint[]) and a.balance_minor <> s.total order by a.id`.execute(db)
  return rows
}

export async function insertProof(db: Db, row: ProofRow & { through: string }): Promise<void> {
  await sql`
    insert into marketplace.ledger_proof (id, scope, started_at, finished_at, through, entries, accounts, differences)
    values (${row.id}, ${row.scope}, ${row.started_at}, ${row.finished_at}, ${row.through}::xid8, ${row.entries},
      ${row.accounts}, ${JSON.stringify(row.differences)}::jsonb)`.execute(db)
}

export async function selectProofs(db: Db, most: number): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select id, scope, started_at, finished_at, entries, accounts, differences from marketplace.ledger_proof
    order by finished_at desc, id desc limit ${most}`.execute(db)
  return rows
}

export interface TotalRow {
  mode: PaymentMode
  currency: string
  holder: 'person' | 'house'
  kind: string
  balance_minor: number
}

/** What all people have together, and what the house has, by account. */
export async function sumAccounts(db: Db): Promise<TotalRow[]> {
  const { rows } = await sql<TotalRow>`
    select mode, currency, case when person_id is null then 'house' else 'person' end as holder, kind,
      sum(balance_minor)::bigint as balance_minor
    from marketplace.ledger_account group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Who is told when the books do not add up. */
export async function selectAdministrators(
  db: Db,
): Promise<{ email: string; name: string; is_verified: boolean; language: string }[]> {
  const { rows } = await sql<{ email: string; name: string; is_verified: boolean; language: string }>`
    select email, name, is_verified, language from marketplace.users
    where role = 'administrator' and status = 'active' and email is not null order by id`.execute(db)
  return rows
}
