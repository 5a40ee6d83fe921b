import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { About, Line, PersonKind } from './ledger.ts'

export interface NewEntry {
  id: string
  key: string
  kind: string
  currency: string
  mode: PaymentMode
  about: About | null
  reverses: string | null
  lines: readonly Line[]
  at: Date
}

export interface BookedRow {
  id: string
  is_new: boolean
  /** What a person has who has too little; null where nothing is short. */
  available_minor: number | null
}

/** Books an entry in one statement; see the function in its migration. */
export async function bookEntry(db: Db, entry: NewEntry): Promise<BookedRow> {
  const { id, key, kind, currency, mode, about, reverses, lines, at } = entry
  const { rows } = await sql<BookedRow>`
    select id, is_new, available_minor from marketplace.book(${id}, ${key}, ${kind}, ${currency}, ${mode},
      ${about?.model ?? null}, ${about?.id ?? null}, ${reverses}, ${at},
      ${lines.map(({ account }) => account.personId)}::uuid[], ${lines.map(({ account }) => account.kind)}::text[],
      ${lines.map(({ amountMinor }) => amountMinor)}::bigint[])`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the ledger said nothing')
  return row
}

export interface EntryLineRow {
  entry_id: string
  person_id: string | null
  kind: string
  amount_minor: number
}

/** An entry with its lines, one of the house for each of its accounts. */
export async function selectEntry(
  db: Db,
  id: string,
): Promise<{ currency: string; mode: PaymentMode; lines: Line[] } | undefined> {
  const { rows } = await sql<{ currency: string; mode: PaymentMode; lines: Line[] }>`
    select e.currency, e.mode, jsonb_agg(jsonb_build_object('amountMinor', l.amount_minor,
        'account', jsonb_build_object('personId', a.person_id, 'kind', a.kind))) as lines
    from marketplace.ledger_entry e
    join marketplace.ledger_line l on l.entry_id = e.id join marketplace.ledger_account a on a.id = l.account_id
    where e.id = ${id} group by e.id`.execute(db)
  return rows[0]
}

export type BalanceRow = { currency: string } & Record<`${PersonKind}_minor`, number>

/** What a person has, by currency; a currency in which they never had anything is absent. */
export async function selectBalances(
  db: Db,
  { personId, mode, currency }: { personId: string; mode: PaymentMode; currency: string | null },
): Promise<BalanceRow[]> {
  const sum = (kind: PersonKind) =>
    sql`coalesce(sum(balance_minor) filter (where kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(`${kind}_minor`)}`
  const { rows } = await sql<BalanceRow>`
    select currency, ${sum('available')}, ${sum('pending')}, ${sum('escrow')}, ${sum('reserved')}, ${sum('in_payout')}
    from marketplace.ledger_account
    where person_id = ${personId} and mode = ${mode} and (${currency}::text is null or currency = ${currency})
    group by currency order by currency`.execute(db)
  return rows
}
