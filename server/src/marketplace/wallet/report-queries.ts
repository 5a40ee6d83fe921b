import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import type { MovementKind } from '../../platform/payments/reporting.ts'

export const reportStates = ['matches', 'differs', 'unknown', 'not_reported'] as const

/** What came to us and left us by one kind of movement, as each of the two has it. */
export interface ReportSum {
  kind: MovementKind
  currency: string
  provider_minor: number
  ledger_minor: number
}

/** A movement that only one of the two has, or that they have otherwise. */
export interface ReportDifference extends ReportSum {
  /** The provider's name for it; ours where the provider does not know it. */
  id: string
}

export interface ReportRow {
  id: string
  proof_id: string
  provider: string
  mode: PaymentMode
  state: (typeof reportStates)[number]
  from_at: Date
  until_at: Date
  sums: ReportSum[]
  differences: ReportDifference[]
  made_at: Date
}

const columns = sql`id, proof_id, provider, mode, state, from_at, until_at, sums, differences, made_at`

/** @returns whether there was none of this proof. */
export async function insertReport(db: Db, row: ReportRow): Promise<boolean> {
  const { rows } = await sql`
    insert into marketplace.provider_report (${columns})
    values (${row.id}, ${row.proof_id}, ${row.provider}, ${row.mode}, ${row.state}, ${row.from_at}, ${row.until_at},
      ${JSON.stringify(row.sums)}::jsonb, ${JSON.stringify(row.differences)}::jsonb, ${row.made_at})
    on conflict (proof_id, provider, mode) do nothing returning 1`.execute(db)
  return rows.length > 0
}

export async function selectReports(db: Db, most: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${columns} from marketplace.provider_report order by made_at desc, id desc limit ${most}`.execute(
    db,
  )
  return rows
}

/** The newest of a provider that could be compared. */
export async function selectCompared(
  db: Db,
  { provider, mode }: { provider: string; mode: PaymentMode },
): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${columns} from marketplace.provider_report
    where provider = ${provider} and mode = ${mode} and state in ('matches', 'differs')
    order by made_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/** Until when the ledger is known to say the same as a provider. */
export async function selectMatchedUntil(
  db: Db,
  { provider, mode }: { provider: string; mode: PaymentMode },
): Promise<Date | null> {
  const { rows } = await sql<{ until_at: Date }>`
    select until_at from marketplace.provider_report
    where provider = ${provider} and mode = ${mode} and state = 'matches'
    order by made_at desc, id desc limit 1`.execute(db)
  return rows[0]?.until_at ?? null
}

/** Whether the newest that could be compared says otherwise than the ledger. */
export async function isContradicted(db: Db): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from marketplace.provider_report where state in ('matches', 'differs')
    order by made_at desc, id desc limit 1`.execute(db)
  return rows[0]?.state === 'differs'
}
