import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { restorableForMs } from './card-queries.ts'

export async function updateClosed(
  db: Db,
  id: string,
  { reason, at }: { reason: string | null; at: Date },
): Promise<void> {
  await sql`
    update marketplace.post set status = 'closed', closed_reason = ${reason}, version = version + 1, updated_at = ${at},
      sold_type = case when sold_type = 'reserved' then 'available' else sold_type end
    where id = ${id}`.execute(db)
}

/** Hides a listing so that it can be brought back, for the first time or, by staff, from its author as well. */
export async function updateSoftDeleted(
  db: Db,
  id: string,
  { isByStaff, at }: { isByStaff: boolean; at: Date },
): Promise<void> {
  await sql`
    update marketplace.post set status = 'soft_deleted', version = version + 1, updated_at = ${at},
      deleted_at = case when status = 'soft_deleted' then deleted_at else ${at}::timestamptz end,
      status_before_deletion = case when status = 'soft_deleted' then status_before_deletion else status end,
      taken_down_at = case when ${isByStaff}::boolean then coalesce(taken_down_at, ${at}::timestamptz) else taken_down_at end
    where id = ${id}`.execute(db)
}

/** Brings back what a soft deletion hid. Of what has ended meanwhile nobody is told that it ends, nor is it renewed. */
export async function updateRestored(
  db: Db,
  id: string,
  { status, at }: { status: string; at: Date },
): Promise<void> {
  await sql`
    update marketplace.post set status = ${status}, deleted_at = null, status_before_deletion = null, version = version + 1, updated_at = ${at},
      taken_down_at = case when ${status}::text = 'hidden' then taken_down_at end,
      five_days_told_of = case when expires_at <= ${at} then expires_at else five_days_told_of end,
      one_day_told_of = case when expires_at <= ${at} then expires_at else one_day_told_of end
    where id = ${id}`.execute(db)
}

/** What a moderator decides about. */
export interface ModeratedRow {
  id: string
  author_id: string
  published_at: Date | null
  photo_ids: string[]
  is_hidden: boolean
  status: string
  version: number
}

/** A listing of that author, locked; undefined where there is none, or what is left of one. */
export async function lockOfAuthor(db: Db, id: string, authorId: string): Promise<ModeratedRow | undefined> {
  const { rows } = await sql<ModeratedRow>`
    select id, author_id, published_at, photo_ids, status, version, coalesce('hidden' in (status, status_before_deletion), false) as is_hidden
    from marketplace.post
    where id = ${id} and author_id = ${authorId} and status <> 'deleted' for no key update`.execute(db)
  return rows[0]
}

/** Hides a locked listing, below its author's deletion where there is one, or deletes it for good. */
export async function updateModerated(
  db: Db,
  id: string,
  { isRemoved, at }: { isRemoved: boolean; at: Date },
): Promise<void> {
  await sql`
    update marketplace.post set
      status = case when ${isRemoved}::boolean then 'deleted' when status = 'soft_deleted' then status else 'hidden' end,
      deleted_at = case when ${isRemoved}::boolean then ${at}::timestamptz else deleted_at end,
      status_before = case when 'hidden' in (status, status_before_deletion) then status_before
        else coalesce(status_before_deletion, status) end,
      status_before_deletion = case when status = 'soft_deleted' then 'hidden' end,
      taken_down_at = coalesce(taken_down_at, ${at}::timestamptz),
      photo_ids = case when ${isRemoved}::boolean then '{}' else photo_ids end, version = version + 1, updated_at = ${at}
    where id = ${id}`.execute(db)
}

/** What moderation hid, as its author has made it meanwhile. */
export interface HiddenRow {
  id: string
  author_id: string
  title: string
  description: string
  price_minor: number
  currency: string
  category_id: string
  photo_ids: string[]
  /** Hidden, or deleted by its author above that. */
  status: string
  /** What it was, and is to be again. */
  status_before: string
  taken_down_at: Date
}

/** A hidden listing, locked; undefined where nothing of it is hidden. */
export async function lockHidden(db: Db, id: string): Promise<HiddenRow | undefined> {
  const { rows } = await sql<HiddenRow>`
    select id, author_id, title, description, price_minor, currency, category_id, photo_ids, status,
      coalesce(status_before, 'draft') as status_before, coalesce(taken_down_at, updated_at) as taken_down_at
    from marketplace.post where id = ${id} and 'hidden' in (status, status_before_deletion) for no key update`.execute(
    db,
  )
  return rows[0]
}

/**
 * Lifts what moderation hid of a locked listing: it is what it was, or waits for a moderator and is that afterwards. Of
 * what has ended meanwhile nobody is told that it ends, nor is it renewed.
 */
export async function updateShownAgain(
  db: Db,
  { id, status_before: before }: Pick<HiddenRow, 'id' | 'status_before'>,
  { isHeld, at }: { isHeld: boolean; at: Date },
): Promise<void> {
  const status = isHeld ? 'pending_review' : before
  await sql`
    update marketplace.post set
      status = case when status = 'hidden' then ${status} else status end,
      status_before_deletion = case when status = 'soft_deleted' then ${status} end,
      status_before = ${isHeld ? before : null}, taken_down_at = null, version = version + 1, updated_at = ${at},
      five_days_told_of = case when expires_at <= ${at} then expires_at else five_days_told_of end,
      one_day_told_of = case when expires_at <= ${at} then expires_at else one_day_told_of end
    where id = ${id}`.execute(db)
}

export async function updateDeleted(
  db: Db,
  id: string,
  { isByStaff, at }: { isByStaff: boolean; at: Date },
): Promise<void> {
  await sql`
    update marketplace.post set status = 'deleted', deleted_at = ${at}, version = version + 1, updated_at = ${at},
      taken_down_at = case when ${isByStaff}::boolean then coalesce(taken_down_at, ${at}::timestamptz) else taken_down_at end
    where id = ${id}`.execute(db)
}

/** What is left of a listing that was deleted for good, for its author or, with `isStaff`, anybody. */
export async function findDeleted(
  db: Db,
  id: string,
  editor: { id: string; isStaff: boolean },
): Promise<{ isTakenDown: boolean } | undefined> {
  const { rows } = await sql<{ isTakenDown: boolean }>`
    select taken_down_at is not null as "isTakenDown" from marketplace.post
    where id = ${id} and status = 'deleted' and (author_id = ${editor.id} or ${editor.isStaff}::boolean)`.execute(
    db,
  )
  return rows[0]
}

/** Notes that a listing was brought back or to the top, beside what it says. */
export async function updateReposted(
  db: Db,
  id: string,
  { bumpedAt }: { bumpedAt: Date | null },
): Promise<void> {
  await sql`
    update marketplace.post set repost_count = repost_count + 1, closed_reason = null,
      last_bumped_at = coalesce(${bumpedAt}::timestamptz, last_bumped_at),
      sold_type = case when sold_type = 'reserved' then 'available' else sold_type end
    where id = ${id}`.execute(db)
}

export async function updateRepostedFrom(db: Db, id: string, soldId: string): Promise<void> {
  await sql`update marketplace.post set reposted_from = ${soldId} where id = ${id}`.execute(db)
}

/** An open listing of which something is to be done about its end. */
export interface EndingRow {
  id: string
  author_id: string
  title: string
  photo_ids: string[]
  published_at: Date
  expires_at: Date
  expiration_days: number
  /** Its author wanted that before its end, and both they and its category are there. */
  is_renewed: boolean
  /** Its author was told of this end already. */
  is_told: boolean
}

/** The next of those whose time has come, locked. */
export async function lockEnding(db: Db, now: Date, most: number): Promise<EndingRow[]> {
  const { rows } = await sql<EndingRow>`
    select p.id, p.author_id, p.title, p.photo_ids, coalesce(p.published_at, p.created_at) as published_at, p.expires_at, c.expiration_days,
      coalesce(p.renews_since < p.expires_at, false) and c.is_enabled and u.status = 'active' as is_renewed,
      p.five_days_told_of is not distinct from p.expires_at as is_told
    from (
      select * from marketplace.post
      where status in ('active', 'reserved') and ending_due_at <= ${now} and not is_away order by ending_due_at limit ${most} for no key update skip locked
    ) p
    join marketplace.users u on u.id = p.author_id
    join marketplace.category c on c.id = p.leaf_category_id`.execute(db)
  return rows
}

export async function updateRenewed(db: Db, ends: readonly { id: string; endsAt: Date }[]): Promise<void> {
  await sql`
    update marketplace.post p set expires_at = renewed.ends_at
    from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ endsAt }) => endsAt)}::timestamptz[]) renewed (id, ends_at)
    where p.id = renewed.id`.execute(db)
}

/** Notes of some listings that nothing more is told of their end, or nothing until the last day. */
export async function markEndingTold(
  db: Db,
  { ids, isLast }: { ids: readonly string[]; isLast: boolean },
): Promise<void> {
  await sql`
    update marketplace.post set five_days_told_of = expires_at,
      one_day_told_of = case when ${isLast}::boolean then expires_at else one_day_told_of end
    where id = any(${[...ids]}::uuid[])`.execute(db)
}

/** Ends the time in which the next of the deleted listings could be brought back. @returns which they are. */
export async function deleteSoftDeleted(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update marketplace.post set status = 'deleted', version = version + 1, updated_at = ${now}
    where id = any(array(
      select id from marketplace.post where status = 'soft_deleted' and deleted_at <= ${new Date(now.getTime() - restorableForMs)}
      order by deleted_at limit ${most} for update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Erases what deleted listings said; what refers to them finds that there was one. @returns the pictures of each. */
export async function erasePosts(db: Db, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ photo_ids: string[] }>`
    with gone as materialized (
      select p.id, p.photo_ids || coalesce(v.photo_ids, '{}') as photo_ids
      from marketplace.post p left join marketplace.post_review v on v.post_id = p.id
      where p.id = any(${[...ids]}::uuid[]) and p.status = 'deleted' and p.title <> '' order by p.id for no key update of p
    ), revisions as (
      delete from marketplace.post_revision r using gone where r.post_id = gone.id
    ), reviews as (
      delete from marketplace.post_review v using gone where v.post_id = gone.id
    ), baselines as (
      delete from marketplace.post_baseline b using gone where b.post_id = gone.id
    ), cards as (
      update marketplace.post_card k set card = null, rest = null, is_stale = true from gone where k.post_id = gone.id
    ), erased as (
      update marketplace.post p set title = '', description = '', attributes = '{}', photo_ids = '{}', video_url = '', video_thumbnail = '',
        place = '', zip_code = '', longitude = 0, latitude = 0, public_longitude = 0, public_latitude = 0, closed_reason = null
      from gone where p.id = gone.id
    )
    select photo_ids from gone`.execute(db)
  return rows.map((row) => row.photo_ids)
}

/** Everything that somebody wrote, drafts included, but for what is gone already. */
export async function selectPostsOf(db: Db, authorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.post where author_id = ${authorId} and status <> 'deleted' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
