import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Where a guest is: their device and their network, as they are kept. */
export interface GuestPlace {
  device: Buffer
  network: Buffer
}

/** One after the other for a device, so that two calls of an app at once find the same guest. */
export async function lockDevice(db: Db, device: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${device}::bytea, 'hex'), 48))`.execute(db)
}

/** The guests of a device whose time is not over, the newest first, and whether each was last on this network. */
export async function selectGuestsOn(
  db: Db,
  { device, network }: GuestPlace,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<{ id: string; isOnNetwork: boolean }[]> {
  const { rows } = await sql<{ id: string; isOnNetwork: boolean }>`
    select g.user_id as id, g.network_digest = ${network} as "isOnNetwork" from marketplace.guest g
    where g.device_digest = ${device} and (g.due_at > ${now} or exists (
      select from marketplace.presence p where p.user_id = g.user_id and p.seen_at > ${new Date(now.getTime() - idleMs)})) order by g.user_id desc limit 100`.execute(
    db,
  )
  return rows
}

/** Keeps where a guest is, and when to look whether anybody still comes. */
export async function keepGuest(
  db: Db,
  id: string,
  { device, network, dueAt }: GuestPlace & { dueAt: Date },
): Promise<void> {
  await sql`
    insert into marketplace.guest (user_id, device_digest, network_digest, due_at)
    values (${id}, ${device}, ${network}, ${dueAt})
    on conflict (user_id) do update set network_digest = excluded.network_digest, due_at = excluded.due_at`.execute(
    db,
  )
}

/** Of somebody who has an account now. */
export async function dropGuest(db: Db, id: string): Promise<void> {
  await sql`delete from marketplace.guest where user_id = ${id}`.execute(db)
}

/**
 * Guests whose time is over, some at a time; those who were here within it are looked at again when it would end anew.
 * Whom a case is about stays, as the case does.
 * @returns who is to go, and whether there may be more.
 */
export async function takeIdleGuests(
  db: Db,
  { now, idleMs, limit }: { now: Date; idleMs: number; limit: number },
): Promise<{ idle: string[]; mayHaveMore: boolean }> {
  const since = new Date(now.getTime() - idleMs)
  const { rows } = await sql<{ id: string; isIdle: boolean }>`
    with due as (
      select g.user_id from marketplace.guest g
      where g.due_at <= ${now} and not exists (select from marketplace.moderation_case c where c.subject_id = g.user_id)
      order by g.due_at, g.user_id limit ${limit} for update of g skip locked),
    seen as (
      select d.user_id, (select p.seen_at from marketplace.presence p where p.user_id = d.user_id) as at from due d),
    spared as (
      update marketplace.guest g set due_at = seen.at + make_interval(secs => ${idleMs / 1000})
      from seen where seen.user_id = g.user_id and seen.at > ${since})
    select user_id as id, coalesce(at <= ${since}, true) as "isIdle" from seen`.execute(db)
  return {
    idle: rows.filter(({ isIdle }) => isIdle).map(({ id }) => id),
    mayHaveMore: rows.length === limit,
  }
}
