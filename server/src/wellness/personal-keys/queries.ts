import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

interface KeyRow {
  sealed: Buffer
}

export async function selectKey(db: Db, userId: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select sealed from wellness.personal_key where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Keeps the key unless somebody else was quicker. @returns the one that counts. */
export async function insertKey(
  db: Db,
  { userId, sealed, at }: { userId: string; sealed: Buffer; at: Date },
): Promise<KeyRow> {
  const { rows } = await sql<KeyRow>`
    insert into wellness.personal_key (user_id, sealed, created_at) values (${userId}, ${sealed}, ${at})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning sealed`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An upsert returned no row.')
  return row
}

export async function deleteKey(db: Db, userId: string): Promise<void> {
  await sql`delete from wellness.personal_key where user_id = ${userId}`.execute(db)
}
