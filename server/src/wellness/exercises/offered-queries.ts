import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Order, orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import { containing, type ExerciseRow, exerciseColumns } from './queries.ts'

// Exercises of all categories, as people find them.

export interface ExerciseFilterOfAll {
  q: string | null
  /** All of them. */
  tags: readonly string[]
  feeling: string | null
}

/** A row with what it is sorted by. */
export type RankedExerciseRow = ExerciseRow & { popularity: number; length: number }

const length = sql`coalesce(e.duration_sec, 43201)`
const columns = sql`${exerciseColumns(sql`e.needs_subscription`)}, e.is_offered, e.popularity, ${length} as length`

/**
 * The exercises that are found, as `e`. Where something is asked for they are looked up by that before they are sorted:
 * along the index of an order, nearly all would be read to find the few that have a tag.
 */
function found({ q, tags, feeling }: ExerciseFilterOfAll): RawBuilder<unknown> {
  const isOffered = sql`o.is_offered and o.deleted_at is null`
  const conditions = [isOffered]
  if (q !== null) conditions.push(sql`o.search_texts like wellness.folded(${containing(q)}::text)`)
  if (tags.length > 0) conditions.push(sql`o.tags @> ${[...tags]}::text[]`)
  if (feeling !== null) conditions.push(sql`o.good_for @> array[${feeling}::text]`)
  // `offset 0` keeps the order outside from choosing the index.
  const first = conditions.length > 1 ? sql`offset 0` : sql``
  return sql`(select o.* from wellness.exercise o where ${sql.join(conditions, sql` and `)} ${first}) e`
}

export const offeredOrders = {
  new: orderedBy<RankedExerciseRow>(
    'desc',
    ['e.created_at', 'timestamptz', 'created_at'],
    ['e.id', 'uuid', 'id'],
  ),
  popular: orderedBy<RankedExerciseRow>(
    'desc',
    ['e.popularity', 'int', 'popularity'],
    ['e.id', 'uuid', 'id'],
  ),
  duration: orderedBy<RankedExerciseRow>('asc', [length, 'int', 'length'], ['e.id', 'uuid', 'id']),
} satisfies Record<string, Order<RankedExerciseRow>>

export async function selectOffered(
  db: Db,
  filter: ExerciseFilterOfAll & { sort: keyof typeof offeredOrders; after: Key | undefined; limit: number },
): Promise<RankedExerciseRow[]> {
  const order = offeredOrders[filter.sort]
  const { rows } = await sql<RankedExerciseRow>`
    select ${columns} from ${found(filter)}
    where ${order.isPast(filter.after)} order by ${order.by} limit ${filter.limit}`.execute(db)
  return rows
}

/** What may be recommended: an exercise with what its sessions do to the feelings of everybody. */
export interface CandidateRow {
  id: string
  mood_lift: number
  /** It, or what it lies in, was asked for by its id. */
  is_wanted: boolean
}

/** How many of each kind are looked at; a catalogue that has no more is looked at whole. */
const most = 100

/**
 * What a recommendation chooses from: of what is found, the exercises that lift most, the newest ones, and those that
 * somebody names themselves: `own` by their ids, `wanted` perhaps by a category's, which marks what lies in it.
 */
export async function selectCandidates(
  db: Db,
  filter: ExerciseFilterOfAll & { own: readonly string[]; wanted: readonly string[]; mayBePremium: boolean },
): Promise<CandidateRow[]> {
  const isFit = sql`(${filter.mayBePremium}::boolean or not e.needs_subscription)`
  const wanted = sql`any(${[...filter.wanted]}::uuid[])`
  const isWanted = sql`(e.id = ${wanted} or e.category_id = ${wanted} or e.sub_category_id = ${wanted})`
  const columns = sql`e.id, e.mood_lift, coalesce(${isWanted}, false) as is_wanted`
  const { rows } = await sql<CandidateRow>`
    (select ${columns} from ${found(filter)} where ${isFit} order by e.mood_lift desc, e.id desc limit ${sql.lit(most)})
    union (select ${columns} from ${found(filter)} where ${isFit} order by e.created_at desc, e.id desc limit ${sql.lit(most)})
    union (select ${columns} from ${found(filter)} where e.id = any(${[...filter.own, ...filter.wanted]}::uuid[]) and ${isFit})`.execute(
    db,
  )
  return rows
}

/** Exercises that people are offered, by their ids. */
export async function selectByIds(db: Db, ids: readonly string[]): Promise<Map<string, RankedExerciseRow>> {
  const { rows } = await sql<RankedExerciseRow>`
    select ${columns} from wellness.exercise e where e.id = any(${[...ids]}::uuid[]) and e.is_offered`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
