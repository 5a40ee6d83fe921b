import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function selectLocation(db: Db, userId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from wellness.location where user_id = ${userId}`.execute(db)
  return rows[0]?.sealed
}

export async function saveLocation(db: Db, userId: string, sealed: Buffer, at: Date): Promise<void> {
  await sql`
    insert into wellness.location (user_id, sealed, updated_at) values (${userId}, ${sealed}, ${at})
    on conflict (user_id) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`.execute(
    db,
  )
}
