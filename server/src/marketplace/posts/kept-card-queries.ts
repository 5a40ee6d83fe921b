import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isBorrowedRight, listingColumns, listingTables } from './card-queries.ts'
import type { ListingRow } from './rows.ts'

/** A card as it is kept. */
export interface KeptCard {
  id: string
  card: string
  rest: string
  shows_distance: boolean
}

/**
 * Keeps cards that were made. They are found by primary key: a plan from when few were out of date would go through
 * all that are. Who writes them holds the rows that they were made of, or the cards.
 */
export async function updateCards(db: Db, cards: readonly KeptCard[]): Promise<void> {
  await sql`
    update marketplace.post_card k set card = made.card, rest = made.rest, shows_distance = made.shows_distance, is_stale = false
    from unnest(${cards.map(({ id }) => id)}::uuid[], ${cards.map(({ card }) => card)}::text[], ${cards.map(({ rest }) => rest)}::text[],
      ${cards.map((made) => made.shows_distance)}::boolean[]) made (id, card, rest, shows_distance)
    where k.post_id = made.id and k.is_stale is not false`.execute(db)
}

const stale = (most: number) => sql<{ id: string }>`
  select post_id as id from marketplace.post_card where is_stale order by is_stale::int, post_id limit ${most}`
const hasWaited = sql<boolean>`changed_at < now() - interval '1 minute'`

export const anyStale = () => sql`
  (${stale(1)}) union all (select id from marketplace.post_card_source where ${hasWaited} order by changed_at limit 1)`

/** Some listings whose cards are out of date, the cards locked: who changes one of them meanwhile marks its card again, later. */
export async function lockStale(db: Db, most: number): Promise<ListingRow[]> {
  const found = await sql<{ id: string }>`${stale(most)} for update skip locked`.execute(db)
  if (found.rows.length === 0) return []
  const ids = found.rows.map(({ id }) => id)
  const { rows } = await sql<ListingRow>`
    select ${listingColumns} from ${listingTables} where p.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

const mostSources = 500

/**
 * Marks the next cards of each person and category that changed, and forgets who has no more of them. A minute
 * later only: until then a transaction may be about to keep a card with what was before.
 */
export async function passOnSources(db: Db, most: number): Promise<void> {
  const next = (column: 'author_id' | 'category_id' | 'sub_category_id') => sql`(
    select p.id from marketplace.post p where p.${sql.ref(column)} = changed.id and p.id > changed.passed_id order by p.id limit ${most})`
  await sql`
    with changed as materialized (
      select id, coalesce(passed_id, '00000000-0000-0000-0000-000000000000') as passed_id from marketplace.post_card_source
      where ${hasWaited} order by changed_at limit ${sql.lit(mostSources)} for update skip locked
    ), next as materialized (
      select changed.id as source_id, p.id from changed cross join lateral (
        select * from (${next('author_id')} union ${next('category_id')} union ${next('sub_category_id')}) p order by p.id limit ${most}
      ) p
    ), marked as (
      update marketplace.post_card k set is_stale = true from next where k.post_id = next.id and not k.is_stale
    ), passed as (
      select source_id as id, (array_agg(next.id order by next.id desc))[1] as last_id from next group by source_id having count(*) = ${most}
    ), ended as (
      delete from marketplace.post_card_source s using changed
      where s.id = changed.id and not exists (select 1 from passed where passed.id = s.id)
    )
    update marketplace.post_card_source s set passed_id = passed.last_id from passed where s.id = passed.id`.execute(
    db,
  )
}

/** Marks the cards of the next listings, and makes those that should be there. @returns the listings, in order. */
export async function outdateNext(db: Db, after: string | null, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with next as materialized (
      select id from marketplace.post where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most}
    ), marked as (
      insert into marketplace.post_card (post_id) select id from next on conflict (post_id) do update set is_stale = true
    )
    select id from next order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The next of the cards that are shown, beside what they are made of. */
export async function selectShown(
  db: Db,
  after: string | null,
  most: number,
): Promise<{ kept: KeptCard; listing: ListingRow }[]> {
  const { rows } = await sql<ListingRow & { kept: KeptCard }>`
    select ${listingColumns}, json_build_object('id', k.post_id, 'card', k.card, 'rest', k.rest, 'shows_distance', k.shows_distance) as kept
    from ${listingTables} join marketplace.post_card k on k.post_id = p.id
    where not k.is_stale and ${isBorrowedRight} and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${most}`.execute(db)
  return rows.map(({ kept, ...listing }) => ({ kept, listing }))
}
