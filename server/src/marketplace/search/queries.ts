import { type RawBuilder, sql } from 'kysely'
import { days, hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { type CardRow, cardColumns, cardTables, distanceTo, isLive, type View } from '../posts/public.ts'
import { isVisible } from '../users/public.ts'
import { type Area, type Box, circleAround } from './area.ts'
import { coverOf, middleCellsOf } from './cells.ts'

export type Sort = 'relevance' | 'newest' | 'price_asc' | 'price_desc' | 'distance'

export interface Words {
  text: string
  /** Known words like those asked for, as a tsquery, when nothing has the ones asked for. */
  alike: string | null
}

export interface Filter {
  words: Words | null
  /** A category and all below it; what is filed under any of them fits. */
  categoryIds: string[] | null
  subCategoryIds: string[] | null
  attributes: Record<string, string | number | boolean> | null
  minPriceMinor: number | null
  maxPriceMinor: number | null
  currency: string | null
  conditions: string[] | null
  area: Area | null
  publishedAfter: Date | null
  includesSold: boolean
}

export interface FoundRow extends CardRow {
  sort_key: number | Date
}

/** Searches for words or attributes in the order of relevance or age, and facets, look at so many of the newest matches. */
export const mostCandidates = 500
/** The feed reads past so many listings of its area at most that do not fit, since all reads share its connection. */
export const mostPassedOver = 10_000
const soldDays = 90
/**
 * Rows to plan for: a page of the usual size, or the largest, with one more. As a constant it lets
 * PostgreSQL plan once for few rows; a bound limit it would plan anew each time.
 */
const plannedFor = (limit: number) => sql.lit(limit <= 21 ? 21 : 101)
/** More starting points than these cost more to open than reading past what does not fit. */
const mostLanes = 64
const fewCategories = 2

function isInBox({ west, south, east, north }: Box): RawBuilder<boolean> {
  const isBetween =
    west <= east
      ? sql`p.public_longitude between ${west}::float8 and ${east}::float8`
      : sql`(p.public_longitude >= ${west}::float8 or p.public_longitude <= ${east}::float8)`
  return sql<boolean>`(p.public_latitude between ${south}::float8 and ${north}::float8 and ${isBetween})`
}

function isInArea({ box, circle }: Area): RawBuilder<boolean> {
  if (!circle) return isInBox(box)
  return sql`(${isInBox(box)} and ${distanceTo(circle.centre)} <= ${circle.radiusKm}::float8)`
}

const asTsQuery = ({ text, alike }: Words) =>
  alike === null
    ? sql`websearch_to_tsquery('english', ${text}::text)`
    : sql`to_tsquery('english', ${alike}::text)`

/** What the bucketed index answers, of a search for words or attributes. */
function isSaid({ words, attributes }: Filter): RawBuilder<boolean>[] {
  const parts: RawBuilder<boolean>[] = []
  if (words) parts.push(sql`p.search @@ ${asTsQuery(words)}`)
  if (attributes) parts.push(sql`p.attributes @> ${JSON.stringify(attributes)}::jsonb`)
  return parts
}

/** Whether a listing is for sale, or was until lately; the first half of each is what an index holds. */
const stages = {
  open: { isHeld: sql<boolean>`p.status in ('active', 'reserved')`, isShown: isLive },
  sold: {
    isHeld: sql<boolean>`p.status = 'sold'`,
    isShown: (now: Date) => sql<boolean>`p.sold_at > ${new Date(now.getTime() - days(soldDays))}`,
  },
}
type Stage = keyof typeof stages

/** Everything that a row must be, once an index has brought it. */
function matches(filter: Filter, { viewer, now }: View, stage: Stage = 'open'): RawBuilder<boolean> {
  const parts = [stages[stage].isShown(now), ...isSaid(filter)]
  if (filter.categoryIds) parts.push(sql`p.leaf_category_id = any(${filter.categoryIds}::uuid[])`)
  if (filter.subCategoryIds) parts.push(sql`p.sub_category_id = any(${filter.subCategoryIds}::uuid[])`)
  if (filter.currency) parts.push(sql`p.currency = ${filter.currency}`)
  if (filter.minPriceMinor !== null) parts.push(sql`p.price_minor >= ${filter.minPriceMinor}::bigint`)
  if (filter.maxPriceMinor !== null) parts.push(sql`p.price_minor <= ${filter.maxPriceMinor}::bigint`)
  if (filter.conditions) parts.push(sql`p.condition = any(${filter.conditions}::text[])`)
  if (filter.publishedAfter) parts.push(sql`p.published_at > ${filter.publishedAfter}`)
  if (filter.area) parts.push(isInArea(filter.area))
  parts.push(isVisible(viewer, 'p.author_id'))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Listings by a key; ids break ties in the same direction. `shown` is for rows that bring the key. */
const rankedBy = (
  key: RawBuilder<unknown>,
  type: 'timestamptz' | 'bigint' | 'float8',
  direction: 'asc' | 'desc',
) => ({
  key,
  found: orderedBy<FoundRow>(direction, [key, type, 'sort_key'], ['p.id', 'uuid', 'id']),
  shown: orderedBy<FoundRow>(direction, ['p.sort_key', type, 'sort_key'], ['p.id', 'uuid', 'id']),
})

const byAge = rankedBy(sql`p.published_at`, 'timestamptz', 'desc')

function rankingOf(sort: Sort, { words }: Filter, { origin }: View): ReturnType<typeof rankedBy> {
  if (sort === 'price_asc') return rankedBy(sql`p.price_minor`, 'bigint', 'asc')
  if (sort === 'price_desc') return rankedBy(sql`p.price_minor`, 'bigint', 'desc')
  if (sort === 'distance' && origin) return rankedBy(distanceTo(origin), 'float8', 'asc')
  if (sort === 'relevance' && words)
    return rankedBy(sql`ts_rank_cd(p.search, ${asTsQuery(words)})::float8`, 'float8', 'desc')
  return byAge
}

const newestFirst = sql`order by ${byAge.found.by}`

/** Beginnings of one newest-first index: its leading columns, and the values to enter it at. */
interface Lanes {
  columns: ('leaf_category_id' | 'cell_fine' | 'cell_middle' | 'cell_coarse')[]
  entries: (string | number)[][]
}

/** Where to enter the newest-first indexes, so that all that can match is met and little else. */
function lanesOf({ area, categoryIds, subCategoryIds }: Filter): Lanes | undefined {
  const categories = subCategoryIds ?? categoryIds
  const cover = area && coverOf(area)
  if (categories) {
    const isFew = categories.length <= fewCategories
    const near = area && middleCellsOf(area)
    // Within a neighbourhood, all there is is less than a whole branch of the town's categories.
    if (near && near.length * categories.length <= mostLanes && (isFew || cover?.column !== 'cell_fine'))
      return {
        columns: ['leaf_category_id', 'cell_middle'],
        entries: categories.flatMap((id) => near.map((cell) => [id, cell])),
      }
    // Far and wide, a category is rarer than everything around.
    if (isFew || (!cover && categories.length <= mostLanes))
      return { columns: ['leaf_category_id'], entries: categories.map((id) => [id]) }
  }
  return cover ? { columns: [cover.column], entries: cover.cells.map((cell) => [cell]) } : undefined
}

/**
 * The open listings that a filter's lanes lead to, newest first. PostgreSQL merges the lanes in
 * order and reads each only as far as it must. `offset 0`, or a limit, keeps the other conditions
 * above the merge: inside, a lane without a match would be read to its end. Lanes come in eights,
 * so that few statements serve every area; an entry at null costs nothing.
 */
function openPostsAlong(
  lanes: Lanes | undefined,
  pastCursor: RawBuilder<unknown>,
  isBounded: boolean,
): RawBuilder<unknown> {
  const end = isBounded ? sql`limit ${sql.lit(mostPassedOver)}` : sql`offset 0`
  const { columns, entries } = lanes ?? { columns: [], entries: [[]] }
  const slots = lanes ? Math.max(8, Math.ceil(entries.length / 8) * 8) : 1
  const parts = Array.from({ length: slots }, (_, slot) => {
    const enters = columns.map(
      (column, index) => sql`p.${sql.ref(column)} = ${entries[slot]?.[index] ?? null}::${typeOf(column)}`,
    )
    return sql`(select * from marketplace.post p where ${sql.join([...enters, stages.open.isHeld, pastCursor], sql` and `)} ${newestFirst})`
  })
  return sql`(select * from (${sql.join(parts, sql` union all `)}) p ${newestFirst} ${end})`
}

const typeOf = (column: Lanes['columns'][number]) => (column === 'leaf_category_id' ? sql`uuid` : sql`int`)

/** A condition that the planner does not guess at: it would expect next to no matches, and plan for that. */
const opaque = (condition: RawBuilder<boolean>) =>
  sql<boolean>`case when ${condition} then true else false end`

/** The newest matches of a filter without words, read from the indexes in their order. */
function newestOf(
  filter: Filter,
  view: View,
  {
    after,
    most,
    isBounded = false,
  }: { after: Key | undefined; most: RawBuilder<unknown>; isBounded?: boolean },
) {
  const isPastCursor = byAge.found.isPast(after)
  return sql`(
    select p.* from ${openPostsAlong(lanesOf(filter), isPastCursor, isBounded)} p
    where ${opaque(matches(filter, view))} ${newestFirst} limit ${most})`
}

const bucketMs = hours(6)
/** Older buckets are read as one; few listings stay up so long. */
const mostBuckets = 160

/**
 * The newest of the listings that say what is asked for. In a small area these are looked up square
 * by square, elsewhere bucket by bucket until there are enough.
 */
function candidatesOf(filter: Filter, view: View, stage: Stage = 'open') {
  const isMatch = opaque(matches(filter, view, stage))
  const fits = sql.join([stages[stage].isHeld, ...isSaid(filter), isMatch], sql` and `)
  const cells = filter.area && middleCellsOf(filter.area)
  if (cells)
    return sql`(
      select p.* from unnest(${cells}::int[]) cell
      cross join lateral (select p.* from marketplace.post p where p.cell_middle = cell and ${fits} offset 0) p
      ${newestFirst} limit ${sql.lit(mostCandidates)})`
  const newest = Math.floor(view.now.getTime() / bucketMs)
  const oldest = newest - mostBuckets
  return sql`(
    select * from (
      select p.* from generate_series(${newest}::int, ${oldest}::int, -1) bucket
      cross join lateral (select p.* from marketplace.post p where p.search_bucket = bucket and ${fits} ${newestFirst}) p
      union all
      (select p.* from marketplace.post p where p.search_bucket < ${oldest}::int and ${fits} ${newestFirst})
    ) p limit ${sql.lit(mostCandidates)})`
}

const hasWords = ({ words, attributes }: Filter) => words !== null || attributes !== null

/** Everything that matches, by whatever index the planner likes: words have one, and prices in their order. */
const allOf = (filter: Filter, view: View, stage: Stage = 'open') =>
  sql`(select p.* from marketplace.post p where ${stages[stage].isHeld} and ${matches(filter, view, stage)})`

/** Everything that matches in the squares of an area. */
function allWithin(filter: Filter, view: View) {
  const cover = filter.area && coverOf(filter.area)
  if (!cover) return allOf(filter, view)
  const isNear = sql`p.${sql.ref(cover.column)} = any(${cover.cells}::int[])`
  return sql`(select p.* from marketplace.post p where ${stages.open.isHeld} and ${isNear} and ${opaque(matches(filter, view))})`
}

interface PageRequest {
  sort: Sort
  after: Key | undefined
  limit: number
  /** Reads no further than `mostPassedOver`. */
  isBounded?: boolean
}

/** What the cursor of a search keeps of a row, whatever it is sorted by. */
export const { keyOf } = byAge.found

export async function searchPosts(
  db: Db,
  filter: Filter,
  view: View,
  page: PageRequest,
): Promise<FoundRow[]> {
  const { after, sort, limit, isBounded = false } = page
  if (sort === 'newest' || sort === 'relevance') {
    const newest =
      hasWords(filter) && !isBounded
        ? candidatesOf(filter, view)
        : newestOf(filter, view, { after, most: plannedFor(limit), isBounded })
    return selectPage(db, withSold(newest, filter, candidatesOf(filter, view, 'sold')), filter, view, page)
  }
  if (sort === 'distance' && !hasWords(filter)) return selectNearest(db, filter, view, page)
  return selectPage(
    db,
    withSold(allOf(filter, view), filter, allOf(filter, view, 'sold')),
    filter,
    view,
    page,
  )
}

/** Some open listings, and what was sold lately if that is wanted. */
const withSold = (open: RawBuilder<unknown>, { includesSold }: Filter, sold: RawBuilder<unknown>) =>
  includesSold ? sql`(select * from ${open} open union all select * from ${sold} sold)` : open

/** One page of some listings, cards made only for what is on it. */
async function selectPage(
  db: Db,
  posts: RawBuilder<unknown>,
  filter: Filter,
  view: View,
  { after, sort, limit }: PageRequest,
): Promise<FoundRow[]> {
  const { key, found, shown } = rankingOf(sort, filter, view)
  const onPage = sql`(
    select p.*, ${key} as sort_key from ${posts} p
    where ${found.isPast(after)} order by ${found.by} limit ${plannedFor(limit)})`
  const { rows } = await sql<FoundRow>`
    select ${cardColumns(view)}, p.sort_key from ${cardTables(view, onPage)}
    order by ${shown.by} limit ${limit}`.execute(db)
  return rows
}

/** Circles to look in for the nearest, each only when the one before held too few. */
const circlesKm = [2, 16, 100]

async function selectNearest(db: Db, filter: Filter, view: View, page: PageRequest): Promise<FoundRow[]> {
  const { origin } = view
  const { area } = filter
  const widestKm = area?.circle?.radiusKm ?? Number.POSITIVE_INFINITY
  // A box says by itself where to look.
  const circles = origin && (!area || area.circle) ? circlesKm.filter((km) => km < widestKm) : []
  const nearest = (within: Filter) => withSold(allWithin(within, view), within, allOf(within, view, 'sold'))
  for (const km of circles) {
    if (page.after && Number(page.after[0]) >= km) continue
    const within = { ...filter, area: origin && circleAround(origin, km) }
    const rows = await selectPage(db, nearest(within), within, view, page)
    if (rows.length === page.limit) return rows
  }
  return selectPage(db, nearest(filter), filter, view, page)
}

export interface FacetRow {
  kind: 'category' | 'condition'
  id: string
  name: string
  count: number
}

/** How many of the newest matches are in each category and condition, the largest 20 of each. */
export async function countFacets(db: Db, filter: Filter, view: View): Promise<FacetRow[]> {
  const found = hasWords(filter)
    ? candidatesOf(filter, view)
    : newestOf(filter, view, { after: undefined, most: sql.lit(mostCandidates) })
  const { rows } = await sql<FacetRow>`
    with matched as materialized (
      select p.category_id, p.condition from ${withSold(found, filter, candidatesOf(filter, view, 'sold'))} p
    ),
    counted as (
      select 'category' as kind, c.id::text as id, c.name, count(*) as count
      from matched m join marketplace.category c on c.id = m.category_id group by c.id
      union all
      select 'condition', m.condition, m.condition, count(*) from matched m where m.condition is not null group by m.condition
    )
    select kind, id, name, count from (
      select *, row_number() over (partition by kind order by count desc, id) as place from counted
    ) ranked where place <= 20 order by kind, place`.execute(db)
  return rows
}

/** Keeps the words that a person searched for; older than ninety days they are forgotten. */
export async function rememberSearch(db: Db, userId: string, words: string, at: Date): Promise<void> {
  await sql`
    with forgotten as (
      delete from marketplace.search_history
      where user_id = ${userId} and searched_at < ${new Date(at.getTime() - days(90))}
    )
    insert into marketplace.search_history (user_id, words, searched_at) values (${userId}, ${words}, ${at})
    on conflict (user_id, words) do update set searched_at = excluded.searched_at`.execute(db)
}

/** Known words like those of a search, as a tsquery that takes for each the likest, and up to two nearly as like. */
export async function findAlike(db: Db, text: string): Promise<string | null> {
  const { rows } = await sql<{ alike: string | null }>`
    select string_agg('(' || near.terms || ')', ' & ') as alike
    from (select word from unnest(tsvector_to_array(to_tsvector('simple', ${text}::text))) word limit 10) asked
    cross join lateral (
      select string_agg(quote_literal(term), ' | ') filter (where likeness >= best * 0.8) as terms from (
        select t.term, alike.likeness, max(alike.likeness) over () as best
        from marketplace.search_term t cross join lateral (select public.similarity(t.term, asked.word) as likeness) alike
        where t.term operator(public.%) asked.word
        order by alike.likeness desc, t.term limit 3
      ) likest
    ) near where near.terms is not null`.execute(db)
  return rows[0]?.alike ?? null
}

const sweptTerms = 1000

/** Forgets words that no open listing has in its title any more, so that nobody is sent after them. */
export async function forgetTerms(db: Db, now: Date): Promise<void> {
  await sql`
    with oldest as materialized (
      select term from marketplace.search_term order by seen_at limit ${sweptTerms} for update skip locked
    ), kept as materialized (
      select term from oldest where exists (
        select 1 from marketplace.post p
        where ${stages.open.isHeld} and p.search @@ to_tsquery('english', quote_literal(term) || ':A'))
    ), forgotten as (
      delete from marketplace.search_term where term in (select term from oldest except select term from kept)
    )
    update marketplace.search_term set seen_at = ${now} where term in (select term from kept)`.execute(db)
}
