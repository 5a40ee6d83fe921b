import { type RawBuilder, sql } from 'kysely'
import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CardRow, cardColumns, cardTables, isLive, type View } from '../posts/public.ts'
import { type Area, type Filter, isInArea, matches, middleCellsOf } from '../search/public.ts'
import { isVisible } from '../users/public.ts'
import { daysBefore, figuresSince } from '../views/public.ts'
import type { ScoredRow } from './shortlist.ts'

const keptMs = minutes(30)

const insertSnapshot = (db: Db, id: string, list: string, now: Date) =>
  sql`insert into marketplace.rank_snapshot (id, list, made_at) values (${id}, ${list}, ${now})`.execute(db)

/** Keeps listings in the order in which they come, as a list of that name, so many in one statement. */
export async function insertRanks(
  db: Db,
  { id, list, now }: { id: string; list: string; now: Date },
  ranked: readonly ScoredRow[],
  most: number,
): Promise<void> {
  await insertSnapshot(db, id, list, now)
  for (let from = 0; from < ranked.length; from += most) {
    const rows = ranked.slice(from, from + most)
    await sql`
      insert into marketplace.post_rank (snapshot_id, position, post_id, score, leaf_category_id, cell_middle)
      select ${id}::uuid, ${from}::int + position, post_id, score, leaf_category_id, cell_middle
      from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map(({ score }) => score)}::float8[],
        ${rows.map((row) => row.leaf_category_id)}::uuid[], ${rows.map((row) => row.cell_middle)}::int[])
        with ordinality as ranked (post_id, score, leaf_category_id, cell_middle, position)`.execute(db)
  }
}

/**
 * The listing of a row of what was counted, looked up by its id: planned by what was there an hour ago, a join could count
 * anew for each listing.
 */
export const postOf = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from marketplace.post p where p.id = ${id} offset 0)`

/** Keeps how much there is in each category, and how much it is looked at. */
export async function insertCategoryRanks(db: Db, id: string, list: string, now: Date): Promise<void> {
  await insertSnapshot(db, id, list, now)
  await sql`
    insert into marketplace.category_rank (snapshot_id, category_id, cell_middle, active_count, views, views_before,
      public_latitude, public_longitude)
    select ${id}, leaf_category_id, cell_middle, sum(active), sum(views), sum(views_before), avg(latitude), avg(longitude)
    from (
      select p.leaf_category_id, p.cell_middle, 1 as active, 0 as views, 0 as views_before,
        p.public_latitude as latitude, p.public_longitude as longitude
      from marketplace.post p where ${isLive(now)} and ${isVisible(null, 'p.author_id')}
      union all
      select p.leaf_category_id, p.cell_middle, 0, case when d.day >= ${daysBefore(now, 6)} then d.views else 0 end,
        case when d.day < ${daysBefore(now, 6)} then d.views else 0 end, p.public_latitude, p.public_longitude
      from ${figuresSince(daysBefore(now, 13), now)} d cross join lateral ${postOf(sql`d.post_id`)} p
    ) known
    group by grouping sets ((leaf_category_id, cell_middle), (leaf_category_id))`.execute(db)
}

/**
 * Holds a list until the end of the transaction.
 * @returns false when somebody else does
 */
export async function holdList(db: Db, list: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('ranked list ' || ${list}, 0)) as is_held`.execute(db)
  return rows[0]?.is_held === true
}

/** Whether the last list of a name is younger than that. */
export async function hasSnapshotSince(db: Db, list: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from marketplace.rank_snapshot where list = ${list} and made_at > ${since} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Removes lists of a name in which nobody can go on any more, so many places in one statement; the newest stays
 * whatever its age.
 */
export async function deleteOldSnapshots(db: Db, list: string, now: Date, most: number): Promise<void> {
  const { rows: old } = await sql<{ id: string }>`
    select old.id from marketplace.rank_snapshot old
    where old.list = ${list} and old.made_at <= ${new Date(now.getTime() - keptMs)}
      and exists (select from marketplace.rank_snapshot newer where newer.list = old.list and newer.made_at > old.made_at)`.execute(
    db,
  )
  for (const { id } of old) {
    while ((await deletePlaces(db, id, most)) === most);
    await sql`delete from marketplace.rank_snapshot where id = ${id}`.execute(db)
  }
}

async function deletePlaces(db: Db, snapshotId: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from marketplace.post_rank where snapshot_id = ${snapshotId} and position = any(array(
      select position from marketplace.post_rank where snapshot_id = ${snapshotId} order by position limit ${sql.lit(most)}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** The newest list of a name, or the one that a walk began in. @returns undefined when there is none any more. */
export async function findSnapshot(
  db: Db,
  list: string,
  { id, now }: { id: string | null; now: Date },
): Promise<string | undefined> {
  const { rows } =
    id === null
      ? await sql<{ id: string }>`
          select id from marketplace.rank_snapshot where list = ${list} order by made_at desc limit 1`.execute(
          db,
        )
      : await sql<{ id: string }>`
          select id from marketplace.rank_snapshot
          where id = ${id}::uuid and list = ${list} and made_at > ${new Date(now.getTime() - keptMs)}`.execute(
          db,
        )
  return rows[0]?.id
}

export interface RankedRow extends CardRow {
  position: number
  author_id: string
}

/** Where a walk through a list is. */
export interface Place {
  /** The last position that was looked at. */
  passed: number
  /** Those before it that were put off. */
  deferred: readonly number[]
}

/**
 * The next of a list that are still there for their reader to see. Those that a list has are looked up in its order,
 * and asked how they are now.
 */
export async function selectRanked(
  db: Db,
  snapshotId: string,
  { filter, view, place, most }: { filter: Filter; view: View; place: Place; most: number },
): Promise<RankedRow[]> {
  const cells = filter.area && middleCellsOf(filter.area)
  const isNear = cells ? sql`r.cell_middle = any(${cells}::int[])` : sql`true`
  const onPage = sql`(
    select p.*, r.position from (
      select r.position, r.post_id from marketplace.post_rank r
      where r.snapshot_id = ${snapshotId}::uuid and ${isNear} and r.position > ${Math.min(place.passed, ...place.deferred.map((at) => at - 1))}::int
        and (r.position > ${place.passed}::int or r.position = any(${[...place.deferred]}::int[]))
      order by r.position offset 0
    ) r cross join lateral ${postOf(sql`r.post_id`)} p
    where ${matches(filter, view)}
    order by r.position limit ${sql.lit(most)})`
  const { rows } = await sql<RankedRow>`
    select ${cardColumns(view)}, p.position, p.author_id from ${cardTables(onPage)} order by p.position`.execute(
    db,
  )
  return rows
}

/** Whether a square has a part in an area; of a large area, whether the middle of what is in the square lies in it. */
function isWithin(area: Area): RawBuilder<boolean> {
  const cells = middleCellsOf(area)
  return cells
    ? sql`p.cell_middle = any(${cells}::int[])`
    : sql`(p.cell_middle is not null and ${isInArea(area)})`
}

export interface PopularRow {
  category_id: string
  active_count: number
  views: number
  views_before: number
}

/** How categories stand in a list, in some area or everywhere. */
export async function selectPopular(db: Db, snapshotId: string, area: Area | null): Promise<PopularRow[]> {
  const isHere = area ? isWithin(area) : sql<boolean>`p.cell_middle is null`
  const { rows } = await sql<PopularRow>`
    select p.category_id, sum(p.active_count)::int as active_count, sum(p.views)::int as views, sum(p.views_before)::int as views_before
    from marketplace.category_rank p where p.snapshot_id = ${snapshotId}::uuid and ${isHere}
    group by p.category_id having sum(p.active_count) > 0`.execute(db)
  return rows
}
