import { type RawBuilder, sql } from 'kysely'

/** Which spans show how many listings have what is asked for, by the narrowest width that a search begins with. */
const recent = {
  // The two narrow widths.
  0: sql`s.width < 2`,
  1: sql`s.nth <= 4`,
  2: sql`s.nth <= 2`,
} satisfies Record<Narrowest, RawBuilder<unknown>>
/** Of the five widths of spans. */
export type Narrowest = 0 | 1 | 2
/** As many as this, of all that there probably are, cost less to look up at once than span by span. */
const fewEnough = 600

export interface Asked {
  /** Of `marketplace.post p`. */
  columns: RawBuilder<unknown>
  isHeld: RawBuilder<boolean>
  /** What the index for searches answers. */
  isIndexed: RawBuilder<boolean>
  /**
   * The width of the first spans. To look into one of any width costs about as much as into the next wider one, by
   * which more is found than is wanted when much of it fits.
   */
  narrowest: Narrowest
  mostRead: number
}

/**
 * Listings that the index for searches leads to, the newest first. They are looked up by spans of their numbers
 * (0018_search.sql), wider and wider, so that whoever stops early has read little. Where the newest tens of
 * thousands show that few have what is asked for, all older ones are looked up at once: the index would have to
 * go through every number of every span for them.
 */
export function newestBySpans({
  columns,
  isHeld,
  isIndexed,
  narrowest,
  mostRead,
}: Asked): RawBuilder<unknown> {
  const found = sql`select ${columns} from marketplace.post p where ${isHeld} and ${isIndexed}`
  const within = sql`cross join lateral (
    ${found} and marketplace.spans_of(p.search_number) @> array[s.span] order by p.search_number desc) p`
  const isRecent = recent[narrowest]
  return sql`(
    with spans as materialized (
      select span, span & 7 as width, row_number() over () as nth
      from marketplace.post_number, marketplace.spans_below(last_value, ${sql.lit(narrowest)}) span
    ), recent as materialized (
      select p.* from spans s ${within} where ${isRecent}
    ), older as materialized (
      select o.before, (select count(*) from recent) * last_value <= ${sql.lit(fewEnough)} * (last_value - o.before) as is_rare
      from marketplace.post_number cross join lateral (
        select max(((span >> 3) + 1)::bigint << (9 + 3 * width)) as before from spans s where not ${isRecent}) o
      where o.before > 0
    )
    select * from (
      select * from recent
      union all select p.* from older cross join lateral (
        ${found} and p.search_number < older.before order by p.search_number desc) p where older.is_rare
      union all select p.* from older cross join spans s ${within} where not older.is_rare and not ${isRecent}
    ) p limit ${sql.lit(mostRead)})`
}
