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

/** By what is asked for, so that the index of each serves. */
function isFound({ q, tags, feeling }: ExerciseFilterOfAll): RawBuilder<unknown> {
  const conditions = [sql`e.is_offered and e.deleted_at is null`]
  if (q !== null) conditions.push(sql`e.search_texts like wellness.folded(${containing(q)}::text)`)
  if (tags.length > 0) conditions.push(sql`e.tags @> ${[...tags]}::text[]`)
  if (feeling !== null) conditions.push(sql`e.good_for @> array[${feeling}::text]`)
  return sql.join(conditions, sql` and `)
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
    select ${columns} from wellness.exercise e
    where ${isFound(filter)} and ${order.isPast(filter.after)} order by ${order.by} limit ${filter.limit}`.execute(
    db,
  )
  return rows
}

/** What may be recommended: an exercise with what its sessions do to the feelings of everybody. */
export interface CandidateRow {
  id: string
  mood_lift: number
}

/** How many of each kind are looked at; a catalogue that has no more is looked at whole. */
const most = 100

/**
 * What a recommendation chooses from: of what is found, the exercises that lift most, the newest ones, and those that
 * somebody names themselves.
 */
export async function selectCandidates(
  db: Db,
  filter: ExerciseFilterOfAll & { own: readonly string[]; mayBePremium: boolean },
): Promise<CandidateRow[]> {
  const isFit = sql`${isFound(filter)} and (${filter.mayBePremium}::boolean or not e.needs_subscription)`
  const { rows } = await sql<CandidateRow>`
    (select e.id, e.mood_lift from wellness.exercise e where ${isFit} order by e.mood_lift desc, e.id desc limit ${sql.lit(most)})
    union (select e.id, e.mood_lift from wellness.exercise e where ${isFit} order by e.created_at desc, e.id desc limit ${sql.lit(most)})
    union (select e.id, e.mood_lift from wellness.exercise e where e.id = any(${[...filter.own]}::uuid[]) and ${isFit})`.execute(
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
