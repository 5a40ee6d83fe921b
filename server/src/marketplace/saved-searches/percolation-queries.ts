import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isLive } from '../posts/public.ts'
import type { Sought } from '../search/public.ts'
import { isVisible } from '../users/public.ts'
import type { Cadence, SavedQuery } from './saved-query.ts'

/** A listing as searches are compared with it. */
export interface SoughtPost extends Sought {
  id: string
  author_id: string
  title: string
  photo_ids: string[]
  price_minor: number
  currency: string
  public_longitude: number
  public_latitude: number
}

/** The listing, if it can be found at all at this moment. */
export async function findSought(db: Db, id: string, now: Date): Promise<SoughtPost | undefined> {
  const { rows } = await sql<SoughtPost>`
    select p.id, p.author_id, p.title, p.photo_ids, p.price_minor, p.currency, p.public_longitude, p.public_latitude,
      p.leaf_category_id, tsvector_to_array(p.search) as words, p.attributes,
      marketplace.squares_of(p.cell_fine, p.cell_middle, p.cell_coarse) as squares
    from marketplace.post p where p.id = ${id} and ${isLive(now)} and ${isVisible(null, 'p.author_id')}`.execute(
    db,
  )
  return rows[0]
}

/** A search that may find a listing. */
export interface Candidate {
  id: string
  user_id: string
  name: string
  query: SavedQuery
  words: string | null
  cadence: Cadence
  timezone: string
  /** Whether its owner is there to be told. */
  is_active: boolean
}

/** The next searches that may find a listing: those filed under one of its keys which nothing beside rules out. */
export async function selectCandidates(
  db: Db,
  post: SoughtPost,
  keys: readonly string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with has as materialized (select key collate "C" as key from unnest(${keys}::text[]) key),
    filed as materialized (
      select distinct k.user_id, k.saved_search_id from has join marketplace.saved_search_key k on k.key = has.key
      where k.min_price_minor <= ${post.price_minor}::bigint and k.max_price_minor >= ${post.price_minor}::bigint
        and (k.currency is null or k.currency = ${post.currency})
        and ${post.public_latitude}::float8 between k.south and k.north
        and ${post.public_longitude}::float8 between k.west and k.east
        and (k.second is null or k.second in (select key from has))
        and k.user_id <> ${post.author_id} and (${after}::uuid is null or k.user_id > ${after}::uuid)
      order by k.user_id, k.saved_search_id limit ${limit}
    )
    select s.id, s.user_id, s.name, s.query, s.words, s.cadence, u.timezone, u.status = 'active' as is_active
    from filed join marketplace.saved_search s on s.id = filed.saved_search_id
    join marketplace.users u on u.id = s.user_id
    order by s.user_id, s.id`.execute(db)
  return rows
}

export async function insertFinds(db: Db, ids: readonly string[], postId: string, at: Date): Promise<void> {
  // A search may be removed meanwhile; one that stands is held until the find does.
  await sql`
    insert into marketplace.saved_search_find (saved_search_id, post_id, found_at)
    select id, ${postId}, ${at} from (
      select id from marketplace.saved_search where id = any(${ids}::uuid[]) order by id for key share
    ) s on conflict do nothing`.execute(db)
}

interface Sending {
  searchId: string
  isWaiting: boolean
}

/** Keeps that people are told of a listing. @returns the searches of those who were not before. */
export async function insertSent(
  db: Db,
  postId: string,
  sendings: readonly Sending[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ saved_search_id: string }>`
    insert into marketplace.saved_search_sent (user_id, post_id, saved_search_id, is_waiting, sent_at)
    select s.user_id, ${postId}, s.id, asked.is_waiting, ${at}
    from unnest(${sendings.map(({ searchId }) => searchId)}::uuid[], ${sendings.map(({ isWaiting }) => isWaiting)}::boolean[]) asked (id, is_waiting)
    join marketplace.saved_search s on s.id = asked.id
    order by s.user_id on conflict do nothing returning saved_search_id`.execute(db)
  return new Set(rows.map((row) => row.saved_search_id))
}

/** Lets searches be told of at their people's morning, if they are not to be before. */
export async function setDue(db: Db, due: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update marketplace.saved_search s set digest_due_at = asked.due
    from unnest(${[...due.keys()]}::uuid[], ${[...due.values()]}::timestamptz[]) asked (id, due)
    where s.id = asked.id and s.digest_due_at is null`.execute(db)
}
