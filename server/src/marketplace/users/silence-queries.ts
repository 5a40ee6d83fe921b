import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { UserRow } from './queries.ts'
import { isVisibleToPartner } from './visibility.ts'

interface Mute {
  muterId: string
  mutedId: string
  /** Null: for ever. */
  until: Date | null
  at: Date
}

/** Mutes somebody, or changes until when. A mute that goes on keeps its place in the list. */
export async function keepMute(db: Db, { muterId, mutedId, until, at }: Mute): Promise<void> {
  await sql`
    insert into marketplace.mute as known (muter_id, muted_id, until, created_at)
    values (${muterId}, ${mutedId}, ${until}, ${at})
    on conflict (muter_id, muted_id) do update set until = excluded.until,
      created_at = case when known.until <= ${at} then excluded.created_at else known.created_at end`.execute(
    db,
  )
}

/** @returns whether there was one. */
export async function deleteMute(db: Db, muterId: string, mutedId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from marketplace.mute where muter_id = ${muterId} and muted_id = ${mutedId} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether somebody hears nothing of a person now. */
export async function selectIsMuted(
  db: Db,
  { viewer, personId, now }: { viewer: string | null; personId: string; now: Date },
): Promise<boolean> {
  if (viewer === null) return false
  const { rows } = await sql`
    select from marketplace.mute m
    where m.muter_id = ${viewer} and m.muted_id = ${personId} and (m.until is null or m.until > ${now})`.execute(
    db,
  )
  return rows.length > 0
}

type Person = Pick<UserRow, 'id' | 'name' | 'profile_photo_url' | 'is_verified' | 'created_at'>

const personColumns = sql`u.id, u.name, u.profile_photo_url, u.is_verified, u.created_at`

interface Listing {
  whose: string
  after: Key | undefined
  limit: number
}

export type MutedRow = Person & { muted_at: Date; until: Date | null }

/** The last muted first. */
export const lastMuted = orderedBy<MutedRow>(
  'desc',
  ['m.created_at', 'timestamptz', 'muted_at'],
  ['m.muted_id', 'uuid', 'id'],
)

/** Those whom somebody muted and can see. */
export async function selectMuted(db: Db, { whose, after, limit }: Listing, now: Date): Promise<MutedRow[]> {
  const { rows } = await sql<MutedRow>`
    select ${personColumns}, m.created_at as muted_at, m.until
    from (
      select * from marketplace.mute m
      where m.muter_id = ${whose} and (m.until is null or m.until > ${now}) and ${lastMuted.isPast(after)}
        and ${isVisibleToPartner(whose, 'm.muted_id')}
      order by ${lastMuted.by} limit ${limit}) m
    join marketplace.users u on u.id = m.muted_id order by ${lastMuted.by}`.execute(db)
  return rows
}

export type BlockedRow = Person & { blocked_at: Date }

/** The last blocked first. */
export const lastBlocked = orderedBy<BlockedRow>(
  'desc',
  ['b.created_at', 'timestamptz', 'blocked_at'],
  ['b.blocked_id', 'uuid', 'id'],
)

/** Those whom somebody blocked, but for whoever is suspended or gone. */
export async function selectBlocked(db: Db, { whose, after, limit }: Listing): Promise<BlockedRow[]> {
  const { rows } = await sql<BlockedRow>`
    select ${personColumns}, b.created_at as blocked_at
    from (
      select * from marketplace.block b
      where b.blocker_id = ${whose} and ${lastBlocked.isPast(after)} and ${isVisibleToPartner(null, 'b.blocked_id')}
      order by ${lastBlocked.by} limit ${limit}) b
    join marketplace.users u on u.id = b.blocked_id order by ${lastBlocked.by}`.execute(db)
  return rows
}
