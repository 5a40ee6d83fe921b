import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

export interface ExportRow {
  id: string
  user_id: string
  status: 'preparing' | 'ready' | 'failed'
  size_bytes: number | null
  created_at: Date
  ends_at: Date
}

/** So long a copy can be fetched; no signed address may live longer. */
export const exportKeptMs = days(7)
const endOf = (now: Date) => new Date(now.getTime() + exportKeptMs)

const columns = sql`id, user_id, status, size_bytes, created_at, ends_at`

/** Begins a copy, in place of earlier ones. @returns undefined while one is being prepared. */
export async function insertExport(
  db: Db,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    insert into marketplace.personal_export (id, user_id, created_at, ends_at) values (${id}, ${userId}, ${at}, ${endOf(at)})
    on conflict (user_id) where status = 'preparing' do nothing returning ${columns}`.execute(db)
  const [row] = rows
  if (row)
    await sql`
      update marketplace.personal_export set ends_at = ${at} where user_id = ${userId} and id <> ${id} and ends_at > ${at}`.execute(
      db,
    )
  return row
}

/** The newest copy of a person's that can still be had. */
export async function selectNewestExport(db: Db, userId: string, now: Date): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from marketplace.personal_export where user_id = ${userId} and (ends_at > ${now} or status = 'preparing')
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/** A copy that is to be prepared. */
export async function selectPreparing(db: Db, id: string): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from marketplace.personal_export where id = ${id} and status = 'preparing'`.execute(db)
  return rows[0]
}

/** @returns whether the copy still waited for it. */
export async function settleExport(
  db: Db,
  id: string,
  { status, size, at }: { status: 'ready' | 'failed'; size: number | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.personal_export set status = ${status}, size_bytes = ${size}, ready_at = ${at}, ends_at = ${endOf(at)}
    where id = ${id} and status = 'preparing' returning 1`.execute(db)
  return rows.length > 0
}

/** Begins a copy anew that failed and is still wanted. @returns whether it is. */
export async function prepareAgain(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update marketplace.personal_export e set status = 'preparing', ready_at = null
    from marketplace.users u
    where e.id = ${id} and e.status <> 'ready' and e.ends_at > ${now} and u.id = e.user_id and u.status = 'active' returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Ends the copies of somebody who left. @returns how many had not ended. */
export async function endExportsOf(db: Db, userId: string, most: number): Promise<number> {
  const { rows } = await sql`
    update marketplace.personal_export set ends_at = 'epoch'
    where id = any(array(
      select id from marketplace.personal_export where user_id = ${userId} and ends_at > 'epoch' limit ${most}))
    returning 1`.execute(db)
  return rows.length
}

/** The next of the copies whose time is over. */
export async function selectEnded(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.personal_export where ends_at <= ${now} order by ends_at limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function deleteExports(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from marketplace.personal_export where id = any(${[...ids]}::uuid[])`.execute(db)
}
