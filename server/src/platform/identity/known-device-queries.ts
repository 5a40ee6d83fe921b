import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Realm } from '../operation/caller.ts'
import type { Person } from './person.ts'

/** Whether a person signed in on a device. */
export async function isKnownDevice(
  db: Db,
  { realm, id: subjectId }: Person,
  hash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from platform.known_device
    where realm = ${realm} and subject_id = ${subjectId} and hash = ${hash}`.execute(db)
  return rows.length > 0
}

/** Whether anybody of a pool signed in on a device. */
export async function isAnybodysDevice(db: Db, realm: Realm, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from platform.known_device where realm = ${realm} and hash = ${hash} limit 1`.execute(db)
  return rows.length > 0
}

/** Adds a device, or notes that it was used again, and forgets all but the latest `keep`. */
export async function keepDevice(
  db: Db,
  { realm, id: subjectId }: Person,
  device: { hash: Buffer; at: Date; keep: number },
): Promise<void> {
  await sql`
    insert into platform.known_device (realm, subject_id, hash, created_at, last_used_at)
    values (${realm}, ${subjectId}, ${device.hash}, ${device.at}, ${device.at})
    on conflict (realm, subject_id, hash) do update set last_used_at = excluded.last_used_at`.execute(db)
  await sql`
    delete from platform.known_device where (realm, subject_id, hash) in (
      select realm, subject_id, hash from platform.known_device where realm = ${realm} and subject_id = ${subjectId}
      order by last_used_at desc offset ${device.keep})`.execute(db)
}

export async function deleteDevices(db: Db, { realm, id: subjectId }: Person): Promise<void> {
  await sql`delete from platform.known_device where realm = ${realm} and subject_id = ${subjectId}`.execute(
    db,
  )
}
