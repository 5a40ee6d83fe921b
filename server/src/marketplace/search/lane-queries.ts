import { type RawBuilder, sql } from 'kysely'
import type { Key } from '../../platform/operation/page.ts'
import { coverOf, middleCellsOf } from './cells.ts'
import type { Filter } from './matching-queries.ts'

/** More starting points than these cost more to open than reading past what does not fit. */
const mostLanes = 64
const fewCategories = 2

/** Beginnings of one newest-first index: its leading columns, and the values to enter it at. */
interface Lanes {
  index: keyof typeof entrances
  categories: (string | null)[]
  cells: (number | null)[]
}

/** How a lane enters an index, at a category or a cell or both. */
const entrances = {
  // As its index has it, so that no other lane is read along it.
  everything: () => 'p.cell_middle > -10000000',
  category: (category: string) => `p.leaf_category_id = ${category}`,
  // As the index of both has it, so that no plan takes the index of cells alone.
  categoryNear: (category: string, cell: string) =>
    `p.leaf_category_id = ${category} and (p.cell_middle + 0) = ${cell}`,
  cell_fine: (_category: string, cell: string) => `p.cell_fine = ${cell}`,
  cell_middle: (_category: string, cell: string) => `p.cell_middle = ${cell}`,
  cell_coarse: (_category: string, cell: string) => `p.cell_coarse = ${cell}`,
}

/** Where to enter the newest-first indexes, so that all that can match is met and little else. */
function lanesOf({ area, categoryIds, subCategoryIds }: Filter): Lanes {
  const categories = subCategoryIds ?? categoryIds
  const cover = area && coverOf(area)
  if (categories) {
    const isFew = categories.length <= fewCategories
    const near = area && middleCellsOf(area)
    // Within a neighbourhood, all there is is less than a whole branch of the town's categories.
    if (near && near.length * categories.length <= mostLanes && (isFew || cover?.column !== 'cell_fine'))
      return {
        index: 'categoryNear',
        categories: categories.flatMap((id) => near.map(() => id)),
        cells: categories.flatMap(() => near),
      }
    // Far and wide, a category is rarer than everything around.
    if (isFew || (!cover && categories.length <= mostLanes))
      return { index: 'category', categories: [...categories], cells: [] }
  }
  return cover
    ? { index: cover.column, categories: [], cells: cover.cells }
    : { index: 'everything', categories: [], cells: [] }
}

/** What filters, orders and counts look at; all else of a listing would be carried through every lane. */
const brought = `p.id, p.author_id, p.category_id, p.leaf_category_id, p.condition, p.attributes, p.price_minor, p.currency,
  p.status, p.public_longitude, p.public_latitude, p.published_at, p.expires_at, p.is_away`
const newestFirst = 'order by p.published_at desc, p.id desc'
const texts = new Map<string, string>()

/** The text of so many lanes, made once: the statement that it stands in is prepared under its text. */
function textOf(index: Lanes['index'], slots: number): string {
  const name = `${index} ${slots}`
  const known = texts.get(name)
  if (known !== undefined) return known
  const lanes = Array.from(
    { length: slots },
    (_, n) => `(select ${brought} from marketplace.post p
      where ${entrances[index](`lane.categories[${n + 1}]`, `lane.cells[${n + 1}]`)} and p.status in ('active', 'reserved')
        and (p.published_at, p.id) < (lane.before, lane.before_id) ${newestFirst} limit lane.most_read)`,
  )
  const text = lanes.join(' union all ')
  texts.set(name, text)
  return text
}

/** How far lanes are read, and for what. */
interface Walk {
  columns: RawBuilder<unknown>
  fits: RawBuilder<boolean>
  after: Key | undefined
  /** So many are found at most, and so many looked at. */
  most: RawBuilder<unknown>
  mostRead: number
}

/** Before the first page: later than all, and behind no id. */
const first: Key = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/**
 * The open listings that a filter's lanes lead to, newest first, of which `fits` holds. PostgreSQL merges the
 * lanes in order and reads each only as far as it must; past `mostRead` it stops. That limit also keeps `fits`
 * above the merge: inside, a lane without a match would be read to its end. Lanes come in eights, so that few
 * statements serve every area; one that is entered at nothing costs nothing. The planner does not see where the
 * page before ended, or it would plan anew for each. Nor does it see `mostRead`: each lane has a limit of a size that
 * is not known, because without one the planner takes the way that is cheapest to its end, and sorts all there is.
 */
export function newestAlongLanes(
  filter: Filter,
  { columns, fits, after, most, mostRead }: Walk,
): RawBuilder<unknown> {
  const { index, categories, cells } = lanesOf(filter)
  const entries = Math.max(categories.length, cells.length)
  const slots = index === 'everything' ? 1 : Math.max(8, Math.ceil(entries / 8) * 8)
  const [before, beforeId] = after ?? first
  return sql`(
    select ${columns}
    from (select ${categories}::uuid[] as categories, ${cells}::int[] as cells, (select ${before}::timestamptz) as before, ${beforeId}::uuid as before_id, (select ${sql.lit(mostRead)}) as most_read) lane
    cross join lateral (
      select * from (${sql.raw(textOf(index, slots))}) p ${sql.raw(newestFirst)} limit lane.most_read
    ) p
    where ${fits} ${sql.raw(newestFirst)} limit ${most})`
}

/** What enters the index of a lane. Newest first, it needs nothing but the index. */
const entered = Object.fromEntries(
  Object.entries(entrances).map(([index, entrance]) => [
    index,
    sql.raw(`where ${entrance('lane.category', 'lane.cell')} and p.status in ('active', 'reserved')`),
  ]),
) as Record<Lanes['index'], RawBuilder<unknown>>

/**
 * The newest that a filter's lanes lead to, of which `fits` holds, newest first; and the last of those that were looked
 * at, whether it fits or not, with `is_end`: whoever gets to it does not know what comes behind it. Every lane gives its
 * newest keys, in one scan for all lanes; rows are fetched for those that are the newest of all, until there are enough.
 * @param columns of `marketplace.post p`, besides its id and when it was published
 */
export function firstOfLanes(
  filter: Filter,
  { columns, fits, after, most, mostRead }: Walk,
): RawBuilder<unknown> {
  const { index, categories, cells } = lanesOf(filter)
  const [before, beforeId] = after ?? first
  const limit = sql.lit(mostRead)
  return sql`(
    select newest.id, newest.published_at, ${columns}, newest.nth = ${limit} as is_end
    from (
      select p.*, row_number() over (${sql.raw(newestFirst)}) as nth from (
        select p.published_at, p.id
        from ${index === 'everything' ? sql`(select 1) lane` : sql`unnest(${categories}::uuid[], ${cells}::int[]) lane (category, cell)`}
        cross join lateral (
          select p.published_at, p.id from marketplace.post p
          ${entered[index]} and (p.published_at, p.id) < ((select ${before}::timestamptz), ${beforeId}::uuid)
          ${sql.raw(newestFirst)} limit ${limit}
        ) p ${sql.raw(newestFirst)} limit ${limit}
      ) p
    ) newest
    cross join lateral (
      select * from marketplace.post p where p.id = newest.id and (${fits} or newest.nth = ${limit}) offset 0
    ) p
    order by newest.published_at desc, newest.id desc limit ${most})`
}
