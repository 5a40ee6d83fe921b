import { type RawBuilder, sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { lastUsed } from '../../platform/last-used.ts'
import { orderedBy, plannedFor } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import {
  type CardRow,
  cardColumns,
  cardTables,
  completeCards,
  distanceTo,
  keptCardColumns,
  type View,
} from '../posts/public.ts'
import { circleAround } from './area.ts'
import { squaresOf } from './cells.ts'
import { firstOfLanes, newestAlongLanes } from './lane-queries.ts'
import { type Filter, isBroad, matches, type Stage, stages } from './matching-queries.ts'
import { type Narrowest, newestBySpans } from './span-queries.ts'

export type Sort = 'relevance' | 'newest' | 'price_asc' | 'price_desc' | 'distance'

export interface FoundRow extends CardRow {
  /** As text: of a page only the last one is looked at, for its cursor. */
  sort_key: string
}

/** How many matches there are, and how many of them in each category and of each condition. */
export interface Counts {
  all: number
  /** Where counting ends. */
  most: number
  category: Record<string, number> | null
  condition: Record<string, number> | null
}

/** Open listings that are looked at in their order, until `most` of them fit a list. */
export interface Candidates {
  ids: readonly string[]
  most: number
}

/** A page of a list, and of some candidates those that it may show besides. */
export interface FoundPage {
  rows: FoundRow[]
  promoted: FoundRow[]
}

export interface Found extends FoundPage {
  /** Of the first page only. */
  counts: Counts | undefined
}

/** A search ranks and counts so many of the newest matches. */
export const mostCandidates = 300
/** By price and by distance it sorts so many. */
export const mostSorted = 1000
/** It passes over so many on its way to them: it has a connection of its own. */
const mostSearched = 20_000
/** The feed passes over so many listings of its area at most that do not fit, since all reads share its connection. */
export const mostPassedOver = 10_000

/** Listings by a key; ids break ties in the same direction. `shown` is for rows that bring the key. */
const rankedBy = (
  key: RawBuilder<unknown>,
  type: 'timestamptz' | 'bigint' | 'float8',
  direction: 'asc' | 'desc',
) => ({
  key,
  found: orderedBy<FoundRow>(direction, [key, type, 'sort_key'], ['p.id', 'uuid', 'id']),
  shown: orderedBy<FoundRow>(direction, ['k.sort_key', type, 'sort_key'], ['k.id', 'uuid', 'id']),
})
type Ranking = ReturnType<typeof rankedBy>

const byAge = rankedBy(sql`p.published_at`, 'timestamptz', 'desc')

function rankingOf(sort: Sort, { words }: Filter, { origin }: View): Ranking {
  if (sort === 'price_asc') return rankedBy(sql`p.price_minor`, 'bigint', 'asc')
  if (sort === 'price_desc') return rankedBy(sql`p.price_minor`, 'bigint', 'desc')
  if (sort === 'distance' && origin) return rankedBy(distanceTo(origin), 'float8', 'asc')
  if (sort === 'relevance' && words)
    return rankedBy(sql`ts_rank_cd(p.search, ${words}::tsquery)::float8`, 'float8', 'desc')
  return byAge
}

/** What the cursor of a feed or a search keeps of a row, whatever it is sorted by. */
export const { keyOf } = byAge.found

const mostInQuery = 64
const listed = (ids: readonly string[]) => ids.map((id) => `'${id}'`).join(' | ')

/** What the index of words answers: words, and the categories whose ids stand among them. */
function saidBy({ words, categoryIds, subCategoryIds }: Filter): string | null {
  const ids = subCategoryIds ?? categoryIds
  const parts = [words, ids && ids.length > 0 && ids.length <= mostInQuery ? listed(ids) : null]
  return parts.flatMap((part) => (part === null ? [] : [`(${part})`])).join(' & ') || null
}

/**
 * What the index for searches answers of a filter. The sub-selects hide from the planner what is asked, or it
 * would plan anew for every rare word, which takes longer than finding it.
 */
function isIndexed(filter: Filter): RawBuilder<boolean> {
  const said = saidBy(filter)
  const squares = filter.area && squaresOf(filter.area)
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (said) parts.push(sql`p.search @@ (select ${said}::tsquery)`)
  if (filter.attributes) parts.push(sql`p.attributes @> (select ${JSON.stringify(filter.attributes)}::jsonb)`)
  if (squares)
    parts.push(
      sql`marketplace.squares_of(p.cell_fine, p.cell_middle, p.cell_coarse) && (select ${squares}::int[])`,
    )
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Few have what is asked for where it is several things: the widest of them is a place, or a category. */
function narrowestFor({ words, categoryIds, subCategoryIds, attributes, area }: Filter): Narrowest {
  if (area || categoryIds || subCategoryIds || attributes) return 2
  return words && / & | <[-\d]+> /.test(words) ? 1 : 0
}

interface Wanted {
  key: RawBuilder<unknown>
  most: number
  stage?: Stage
}

/** Of each candidate what is counted and sorted, and no more: cards are made for those on the page. */
const narrow = (key: RawBuilder<unknown>) => sql`p.id, p.category_id, p.condition, ${key} as sort_key`

/** The newest that a search's index leads to and that match. */
const newestIndexed = (filter: Filter, view: View, { key, most, stage = 'open' }: Wanted) => sql`(
  select k.* from ${newestBySpans({
    columns: narrow(sql`case when ${matches(filter, view, { stage, isForMany: true })} then ${key} end`),
    isHeld: stages[stage].isHeld,
    isIndexed: isIndexed(filter),
    narrowest: narrowestFor(filter),
    mostRead: mostSearched,
  })} k where k.sort_key is not null limit ${sql.lit(most)})`

/** The newest that match a filter without words. */
const newestOf = (filter: Filter, view: View, { key, most }: Wanted, after?: Key) =>
  newestAlongLanes(filter, {
    columns: narrow(key),
    fits: matches(filter, view, { isForMany: true }),
    after,
    most: sql.lit(most),
    mostRead: mostSearched,
  })

const hasWords = ({ words, attributes }: Filter) => words !== null || attributes !== null

/** The newest that match, and of what was sold lately as many if that is wanted. */
function candidatesOf(filter: Filter, view: View, wanted: Wanted, after?: Key): RawBuilder<unknown> {
  const open = hasWords(filter)
    ? newestIndexed(filter, view, wanted)
    : newestOf(filter, view, wanted, filter.includesSold ? undefined : after)
  if (!filter.includesSold) return open
  const sold = newestIndexed(filter, view, { ...wanted, stage: 'sold' })
  return sql`(select * from ${open} open union all select * from ${sold} sold)`
}

/** In the order of prices, whatever has no words: as far as a page needs, past what does not fit. */
function cheapestOf(
  filter: Filter,
  view: View,
  { key, found }: Ranking,
  after: Key | undefined,
  limit: number,
) {
  return sql`(
    select ${narrow(key)} from (
      select * from marketplace.post p
      where ${stages.open.isHeld} and p.currency = ${filter.currency} and ${found.isPast(after)}
      order by ${found.by} limit ${sql.lit(mostSearched)}
      ) p where ${matches(filter, view, { isForMany: true })} order by ${found.by} limit ${plannedFor(limit)})`
}

export interface PageRequest {
  sort: Sort
  after: Key | undefined
  limit: number
}

const countsOf = (most: number) => sql`json_build_object(
  'all', (select count(*) from candidate), 'most', ${sql.lit(most)},
  'category', (select json_object_agg(category_id, count) from (select category_id, count(*) from candidate group by 1) c),
  'condition', (select json_object_agg(condition, count) from (
    select condition, count(*) from candidate where condition is not null group by 1) c))`

interface Page {
  view: View
  ranking: Ranking
  countedTo?: number | undefined
  promotable?: RawBuilder<unknown> | undefined
}

/** So many rows in their own places as a page has room for beside the promoted ones, of which some may be among them. */
const besidePromoted = (limit: number, own: RawBuilder<unknown>) => sql`
  (${limit}::int - (select count(*) from promoted where id not in (select id from ${own})))`

/** One page of what was found with its cards, and with the first one how all that was found divides. */
async function selectPage(
  db: Db,
  found: RawBuilder<unknown>,
  { view, ranking, countedTo, promotable }: Page,
  { after, limit }: Omit<PageRequest, 'sort'>,
): Promise<Found> {
  const { isPast, by } = ranking.shown
  const columns = sql`id, sort_key, nth, null::bigint as promoted_nth`
  const shown = promotable
    ? sql`
      select ${columns} from page where nth <= ${besidePromoted(limit, sql`page where nth <= ${limit}`)}
      union all select id, null, null, nth from promoted`
    : sql`select ${columns} from page where nth <= ${limit}`
  const posts = sql`(
    select p.*, k.sort_key, k.nth, k.promoted_nth from (${shown}) k join marketplace.post p on p.id = k.id)`
  const { rows } = await sql<FoundRow & { counts: Counts | null; promoted_nth: string | null }>`
    with candidate as materialized ${found},
    page as materialized (
      select k.id, k.sort_key, row_number() over (order by ${by}) as nth from candidate k
      where ${isPast(after)} order by ${by} limit ${plannedFor(limit)})
    ${promotable ? sql`, promoted as materialized ${promotable}` : sql``}
    select ${cardColumns(view)}, p.sort_key::text, p.promoted_nth,
      ${countedTo ? sql`case when p.nth = 1 then ${countsOf(countedTo)} end` : sql`null::json`} as counts
    from ${cardTables(posts)} order by p.promoted_nth nulls first, p.nth`.execute(db)
  return { ...apart(rows), counts: rows[0]?.counts ?? (countedTo ? nothing : undefined) }
}

const nothing: Counts = { all: 0, most: 1, category: null, condition: null }

/** The newest of a feed. */
export async function selectFeed(
  db: Db,
  filter: Filter,
  view: View,
  page: Omit<PageRequest, 'sort'>,
  candidates: Candidates,
): Promise<FoundPage> {
  const first = isBroad(filter) ? await selectFirst(db, filter, view, page, candidates) : undefined
  if (first) return first
  const [rows, promoted] = await Promise.all([
    selectAlongLanes(db, filter, view, page),
    selectPromoted(db, filter, view, candidates),
  ])
  return { rows, promoted }
}

type FirstRow = Omit<FoundRow, 'row'> & { is_end: boolean; promoted_nth: string | null }

/** The page of a feed, as far as few listings have to be looked at for it; undefined when that is not enough. */
async function selectFirst(
  db: Db,
  filter: Filter,
  view: View,
  { after, limit }: Omit<PageRequest, 'sort'>,
  candidates: Candidates,
): Promise<FoundPage | undefined> {
  const most = plannedFor(limit)
  const mostRead = (limit <= 21 ? 32 : 128) * (filter.area ? 2 : 1)
  const columns = sql`p.author_id, p.category_id, p.leaf_category_id, p.title, p.status, p.expires_at, p.favourite_count,
      p.public_latitude, p.public_longitude`
  const newest = firstOfLanes(filter, { columns, fits: matches(filter, view), after, most, mostRead })
  const promotable = fitting(filter, view, candidates, sql`p.id, p.published_at, ${columns}, false`)
  const shown = sql`${keptCardColumns(view)}, p.published_at::text as sort_key, p.is_end, p.promoted_nth`
  const own = sql`(select p.*, null::bigint as promoted_nth from ${newest} p order by ${byAge.found.by} limit ${limit})`
  const statement = promotable
    ? sql<FirstRow>`
      with own as materialized ${own}, promoted as materialized ${promotable}
      select ${shown} from ${cardTables(sql`(
        (select * from own p order by ${byAge.found.by} limit ${besidePromoted(limit, sql`own`)})
        union all select * from promoted)`)}
      order by p.promoted_nth nulls first, ${byAge.found.by}`
    : sql<FirstRow>`select ${shown} from ${cardTables(own)} order by ${byAge.found.by}`
  const { rows } = await statement.execute(db)
  if (rows.some(({ is_end }) => is_end)) return undefined
  return apart(await completeCards(db, rows))
}

/** The page of a feed, past all that does not fit. */
async function selectAlongLanes(
  db: Db,
  filter: Filter,
  view: View,
  { after, limit }: Omit<PageRequest, 'sort'>,
): Promise<FoundRow[]> {
  const most = plannedFor(limit)
  const columns = sql`p.id`
  const fits = matches(filter, view)
  const found = newestAlongLanes(filter, { columns, fits, after, most, mostRead: mostPassedOver })
  const posts = sql`(select p.* from ${found} k join marketplace.post p on p.id = k.id)`
  const { rows } = await sql<FoundRow>`
    select ${cardColumns(view)}, p.published_at::text as sort_key from ${cardTables(posts)}
    order by ${byAge.found.by} limit ${limit}`.execute(db)
  return rows
}

/** Those of some candidates that a list may show. Each is looked up by its id, whatever the planner thinks of the words. */
function fitting(
  filter: Filter,
  view: View,
  { ids, most }: Candidates,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  if (ids.length === 0) return undefined
  const says = filter.words === null ? sql`true` : sql`p.search @@ (select ${filter.words}::tsquery)`
  return sql`(
    select ${columns}, asked.nth from unnest(${[...ids]}::uuid[]) with ordinality asked (id, nth)
    cross join lateral (select * from marketplace.post p where p.id = asked.id offset 0) p
    where p.status = 'active' and ${matches(filter, view)} and ${says} order by asked.nth limit ${sql.lit(most)})`
}

/** Of a page those in their own places, and those in places of theirs. */
const apart = (rows: readonly (FoundRow & { promoted_nth: string | null })[]): FoundPage => ({
  rows: rows.filter(({ promoted_nth }) => promoted_nth === null),
  promoted: rows.filter(({ promoted_nth }) => promoted_nth !== null),
})

/** Those of some candidates that a list may show, in the order in which they are named. */
async function selectPromoted(
  db: Db,
  filter: Filter,
  view: View,
  candidates: Candidates,
): Promise<FoundRow[]> {
  const posts = fitting(filter, view, candidates, sql`p.*`)
  if (!posts) return []
  const { rows } = await sql<Omit<FoundRow, 'row'>>`
    select ${keptCardColumns(view)}, p.published_at::text as sort_key from ${cardTables(posts)} order by p.nth`.execute(
    db,
  )
  return completeCards(db, rows)
}

/** A page of a search; the first one with how all that was looked at divides. */
export async function searchPosts(
  db: Db,
  filter: Filter,
  view: View,
  page: PageRequest,
  promotable: Candidates,
): Promise<Found> {
  const { after, sort } = page
  if (filter.words === '') return { rows: [], promoted: [], counts: after ? undefined : nothing }
  const ranking = rankingOf(sort, filter, view)
  const isByPrice = sort.startsWith('price')
  if (sort === 'distance' || (isByPrice && !hasWords(filter) && !filter.includesSold)) {
    const [rows, promoted, counts] = await Promise.all([
      (isByPrice ? selectCheapest : selectNearest)(db, filter, view, page),
      selectPromoted(db, filter, view, promotable),
      after ? undefined : selectCounts(db, filter, view),
    ])
    return { rows, promoted, counts }
  }
  // Without words and behind the first page nothing is counted: the indexes are entered right there.
  const isWalking = after !== undefined && ranking === byAge && !hasWords(filter)
  const most = isWalking ? 101 : isByPrice ? mostSorted : mostCandidates
  const found = candidatesOf(filter, view, { key: ranking.key, most }, isWalking ? after : undefined)
  const countedTo = after ? undefined : most
  const places = fitting(filter, view, promotable, sql`p.id`)
  return selectPage(db, found, { view, ranking, countedTo, promotable: places }, page)
}

async function selectCounts(db: Db, filter: Filter, view: View): Promise<Counts> {
  const wanted = { key: byAge.key, most: mostCandidates }
  const { rows } = await sql<{ counts: Counts }>`
    with candidate as materialized ${candidatesOf(filter, view, wanted)} select ${countsOf(mostCandidates)} as counts`.execute(
    db,
  )
  return rows[0]?.counts ?? nothing
}

/** The cheapest, or dearest, that match; where few do, among the newest that match. */
async function selectCheapest(db: Db, filter: Filter, view: View, page: PageRequest): Promise<FoundRow[]> {
  const ranking = rankingOf(page.sort, filter, view)
  const { after, limit } = page
  const walked = await selectPage(
    db,
    cheapestOf(filter, view, ranking, after, limit),
    { view, ranking },
    page,
  )
  const last = walked.rows.at(-1)
  const missing = limit - walked.rows.length
  if (missing === 0) return walked.rows
  const wanted = { key: ranking.key, most: mostSorted }
  const rest = { after: last ? keyOf(last) : after, limit: missing }
  const { rows } = await selectPage(db, candidatesOf(filter, view, wanted), { view, ranking }, rest)
  return [...walked.rows, ...rows]
}

/** Circles to look in for the nearest, each only when the one before held too few. */
const circlesKm = [2, 16, 100, 500]
/** What has the words is rarer. */
const circlesForWordsKm = [16, 100, 500]

/** The nearest of the newest in a circle, the smallest that holds enough. */
async function selectNearest(db: Db, filter: Filter, view: View, page: PageRequest): Promise<FoundRow[]> {
  const { origin } = view
  const { area } = filter
  const ranking = rankingOf('distance', filter, view)
  const widestKm = area?.circle?.radiusKm ?? Number.POSITIVE_INFINITY
  const known = hasWords(filter) ? circlesForWordsKm : circlesKm
  // A box says by itself where to look.
  const circles = origin && (!area || area.circle) ? known.filter((km) => km < widestKm) : []
  const look = async (within: Filter) => {
    const candidates = candidatesOf(within, view, { key: ranking.key, most: mostSorted })
    return (await selectPage(db, candidates, { view, ranking }, page)).rows
  }
  for (const km of circles) {
    if (page.after && Number(page.after[0]) >= km) continue
    const rows = await look({ ...filter, area: origin && circleAround(origin, km) })
    if (rows.length === page.limit) return rows
  }
  return look(filter)
}

// The same words are always read alike.
const readBefore = lastUsed<string>(2000)

/** What a search asks for, as PostgreSQL reads it; empty when it is made of words that say nothing. */
export async function readWords(db: Db, text: string): Promise<string> {
  const known = readBefore.get(text)
  if (known !== undefined) return known
  const { rows } = await sql<{ asked: string }>`
    select websearch_to_tsquery('english', ${text}::text)::text as asked`.execute(db)
  const asked = rows[0]?.asked ?? ''
  readBefore.set(text, asked)
  return asked
}

export interface Searched {
  userId: string
  words: string
  at: Date
}

/** Keeps the words that people searched for; older than ninety days they are forgotten. */
export async function rememberSearches(db: Db, searches: readonly Searched[], now: Date): Promise<void> {
  const userIds = searches.map(({ userId }) => userId)
  const words = searches.map((each) => each.words)
  const times = searches.map(({ at }) => at)
  await sql`
    with forgotten as (
      delete from marketplace.search_history
      where user_id = any(${userIds}::uuid[]) and searched_at < ${new Date(now.getTime() - days(90))}
    )
    insert into marketplace.search_history (user_id, words, searched_at)
    select u.id, s.words, s.at from unnest(${userIds}::uuid[], ${words}::text[], ${times}::timestamptz[]) as s (user_id, words, at)
    join marketplace.users u on u.id = s.user_id order by u.id, s.words
    on conflict (user_id, words) do update set searched_at = excluded.searched_at`.execute(db)
}

/** Known words like those of a search, as a tsquery that takes for each the likest, and up to two nearly as like. */
export async function findAlike(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ alike: string | null }>`
    select to_tsquery('english', string_agg('(' || near.terms || ')', ' & '))::text as alike
    from (select word from unnest(tsvector_to_array(to_tsvector('simple', (select ${text}::text)))) word limit 10) asked
    cross join lateral (
      select string_agg(quote_literal(term), ' | ') filter (where likeness >= best * 0.8) as terms from (
        select t.term, alike.likeness, max(alike.likeness) over () as best
        from marketplace.search_term t cross join lateral (select public.similarity(t.term, asked.word) as likeness) alike
        where t.term operator(public.%) asked.word
        order by alike.likeness desc, t.term limit 3
      ) likest
    ) near where near.terms is not null`.execute(db)
  return rows[0]?.alike ?? ''
}

const sweptTerms = 2000

/**
 * Counts how many open listings have a word in their title, of the words that were counted longest ago, and forgets
 * those that none has any more, so that nobody is sent after them.
 */
export async function countTerms(db: Db, now: Date): Promise<void> {
  await sql`
    with oldest as materialized (
      select term from marketplace.search_term order by seen_at limit ${sweptTerms} for update skip locked
    ), counted as materialized (
      select term, (
        select count(*)::int from marketplace.post p
        where ${stages.open.isHeld} and p.search @@ to_tsquery('english', quote_literal(term) || ':A')) as count
      from oldest
    ), forgotten as (
      delete from marketplace.search_term where term in (select term from counted where count = 0)
    )
    update marketplace.search_term t set seen_at = ${now}, listing_count = counted.count
    from counted where counted.term = t.term and counted.count > 0`.execute(db)
}

/** Words of the titles of somebody's listings. */
export const isTermOf = (authorId: string) => sql<boolean>`term in (
  select unnest(tsvector_to_array(to_tsvector('simple', p.title))) from marketplace.post p where p.author_id = ${authorId})`

/** Has the sweep look before all others at the words of a title that may have been the last to have them. */
export async function ageTerms(db: Db, postId: string): Promise<void> {
  await sql`
    update marketplace.search_term set seen_at = '-infinity'
    where term = any(array(
      select term from marketplace.search_term where term in (
        select unnest(tsvector_to_array(to_tsvector('simple', p.title))) from marketplace.post p where p.id = ${postId})
      order by term for update skip locked))`.execute(db)
}

export async function deleteSearchesOf(db: Db, userId: string): Promise<void> {
  await sql`delete from marketplace.search_history where user_id = ${userId}`.execute(db)
}
