import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { type NamedOrderRow, named, namedTables } from './queries.ts'

export const disputeReasons = ['not_received', 'not_as_described', 'damaged', 'counterfeit', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]

export interface DisputeRow {
  order_id: string
  reason: DisputeReason
  wanted_minor: number
  opened_at: Date
  decided_at: Date | null
  decided_by: string | null
  refunded_minor: number | null
  message: string
}

export interface StatementRow {
  id: string
  author_id: string
  text: string
  upload_ids: string[]
  created_at: Date
}

export async function insertDispute(
  db: Db,
  dispute: Pick<DisputeRow, 'order_id' | 'reason' | 'wanted_minor'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into marketplace.dispute (order_id, reason, wanted_minor, opened_at)
    values (${dispute.order_id}, ${dispute.reason}, ${dispute.wanted_minor}, ${now})`.execute(db)
}

export async function insertStatement(
  db: Db,
  orderId: string,
  statement: Omit<StatementRow, 'created_at'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into marketplace.dispute_statement (id, order_id, author_id, text, upload_ids, created_at)
    values (${statement.id}, ${orderId}, ${statement.author_id}, ${statement.text}, ${statement.upload_ids}::uuid[], ${now})`.execute(
    db,
  )
}

/** How many statements somebody made in a dispute, which is locked with its order. */
export async function countStatements(db: Db, orderId: string, authorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from marketplace.dispute_statement
    where order_id = ${orderId} and author_id = ${authorId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findDispute(
  db: Db,
  orderId: string,
): Promise<{ dispute: DisputeRow; statements: StatementRow[] } | undefined> {
  const [{ rows }, { rows: statements }] = await Promise.all([
    sql<DisputeRow>`
      select order_id, reason, wanted_minor, opened_at, decided_at, decided_by, refunded_minor, message
      from marketplace.dispute where order_id = ${orderId}`.execute(db),
    sql<StatementRow>`
      select id, author_id, text, upload_ids, created_at from marketplace.dispute_statement
      where order_id = ${orderId} order by id`.execute(db),
  ])
  const [dispute] = rows
  return dispute && { dispute, statements }
}

export async function decideDispute(
  db: Db,
  orderId: string,
  decision: { by: string | null; refundedMinor: number; message: string },
  now: Date,
): Promise<void> {
  await sql`
    update marketplace.dispute set decided_at = ${now}, decided_by = ${decision.by}, refunded_minor = ${decision.refundedMinor},
      message = ${decision.message}
    where order_id = ${orderId} and decided_at is null`.execute(db)
}

/** A dispute in a list, with its order. */
export interface DisputedRow
  extends NamedOrderRow,
    Pick<DisputeRow, 'reason' | 'wanted_minor' | 'opened_at' | 'decided_at'> {
  order_id: string
  dispute_refunded_minor: number | null
}

export const oldestDisputes = orderedBy<DisputedRow>(
  'asc',
  ['d.opened_at', 'timestamptz', 'opened_at'],
  ['d.order_id', 'uuid', 'order_id'],
)

export async function selectDisputes(
  db: Db,
  { isDecided, after, limit }: { isDecided: boolean; after: Key | undefined; limit: number },
): Promise<DisputedRow[]> {
  const isWanted = isDecided ? sql`d.decided_at is not null` : sql`d.decided_at is null`
  const { rows } = await sql<DisputedRow>`
    select ${named}, d.order_id, d.reason, d.wanted_minor, d.opened_at, d.decided_at, d.refunded_minor as dispute_refunded_minor
    from ${namedTables(sql`marketplace.orders`)} join marketplace.dispute d on d.order_id = o.id
    where ${isWanted} and ${oldestDisputes.isPast(after)} order by ${oldestDisputes.by} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Empties what somebody who left said in disputes. @returns the pictures of each. */
export async function emptyStatementsOf(db: Db, authorId: string, most: number): Promise<string[][]> {
  const { rows } = await sql<{ upload_ids: string[] }>`
    with own as (
      select id, upload_ids from marketplace.dispute_statement
      where author_id = ${authorId} and (text <> '' or upload_ids <> '{}') limit ${most} for update
    )
    update marketplace.dispute_statement s set text = '', upload_ids = '{}' from own where own.id = s.id
    returning own.upload_ids`.execute(db)
  return rows.map((row) => row.upload_ids)
}

/** Empties what a member of staff who left said when they decided. */
export async function emptyDecisionsOf(db: Db, personId: string, most: number): Promise<number> {
  const { rows } = await sql`
    update marketplace.dispute set message = '' where order_id in (
      select order_id from marketplace.dispute where decided_by = ${personId} and message <> '' limit ${most} for update)
    returning 1`.execute(db)
  return rows.length
}
