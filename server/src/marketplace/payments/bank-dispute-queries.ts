import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { DisputeState } from '../../platform/payments/charging.ts'
import type { DisputePhase } from './states.ts'

// Every statement about what banks dispute. Whoever writes one holds its payment.

export interface DisputeRow {
  id: string
  payment_id: string
  provider_dispute_id: string
  amount_minor: number
  status: DisputeState
  phase: DisputePhase
  reason: string
  is_withdrawn: boolean
  evidence_due_at: Date | null
  /** Once it is lost: what refunds that were under way bring of it, and what they have brought. */
  refunds_minor: number
  refunds_covered_minor: number
  created_at: Date
}

const columns = sql`id, payment_id, provider_dispute_id, amount_minor, status, phase, reason, is_withdrawn, evidence_due_at,
    refunds_minor, refunds_covered_minor, created_at`

export async function selectDispute(db: Db, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from marketplace.payment_dispute where id = ${id}`.execute(db)
  return rows[0]
}

export async function selectDisputeAt(db: Db, providerDisputeId: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from marketplace.payment_dispute where provider_dispute_id = ${providerDisputeId}`.execute(
    db,
  )
  return rows[0]
}

/** Of a payment, those that are not won, the lost ones first. */
export async function selectStanding(db: Db, paymentId: string): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from marketplace.payment_dispute
    where payment_id = ${paymentId} and phase <> 'returned' order by phase = 'lost' desc, created_at, id`.execute(
    db,
  )
  return rows
}

/** Writes a dispute down as it stands. @returns the row */
export async function keepDispute(
  db: Db,
  row: Omit<DisputeRow, 'refunds_covered_minor' | 'created_at'>,
  at: Date,
): Promise<DisputeRow> {
  const { rows } = await sql<DisputeRow>`
    insert into marketplace.payment_dispute (id, payment_id, provider_dispute_id, amount_minor, status, phase, reason,
      is_withdrawn, evidence_due_at, refunds_minor, created_at, updated_at, asked_at)
    values (${row.id}, ${row.payment_id}, ${row.provider_dispute_id}, ${row.amount_minor}, ${row.status}, ${row.phase},
      ${row.reason}, ${row.is_withdrawn}, ${row.evidence_due_at}, ${row.refunds_minor}, ${at}, ${at}, ${at})
    on conflict (provider_dispute_id) do update
    set status = excluded.status, phase = excluded.phase, reason = excluded.reason, is_withdrawn = excluded.is_withdrawn,
      evidence_due_at = excluded.evidence_due_at, refunds_minor = excluded.refunds_minor, updated_at = excluded.updated_at,
      asked_at = excluded.asked_at
    returning ${columns}`.execute(db)
  const [kept] = rows
  if (!kept) throw new Error('the row of a dispute is gone')
  return kept
}

export async function addCovered(db: Db, id: string, minor: number): Promise<void> {
  await sql`
    update marketplace.payment_dispute set refunds_covered_minor = refunds_covered_minor + ${minor}::bigint
    where id = ${id}`.execute(db)
}

/** Refunds of a payment that are under way. */
export async function selectPendingRefunds(
  db: Db,
  paymentId: string,
): Promise<{ id: string; amount_minor: number }[]> {
  const { rows } = await sql<{ id: string; amount_minor: number }>`
    select id, amount_minor from marketplace.refund where payment_id = ${paymentId} and status = 'pending'`.execute(
    db,
  )
  return rows
}

/** What lost disputes took of a payment beyond what refunds of it bring. */
export async function chargedBackOf(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor - refunds_minor), 0)::bigint as minor from marketplace.payment_dispute
    where payment_id = ${paymentId} and phase = 'lost'`.execute(db)
  return rows[0]?.minor ?? 0
}

/** Disputes that nobody has asked about for a while; they count as asked about now. */
export async function takeUndecided(
  db: Db,
  { before, at, most }: { before: Date; at: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.payment_dispute set asked_at = ${at} where id in (
      select d.id from marketplace.payment_dispute d join marketplace.payment p on p.id = d.payment_id
      where d.phase in ('asked', 'withdrawn') and p.provider <> 'paypal' and d.asked_at < ${before}
      order by d.asked_at limit ${most} for update of d skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
