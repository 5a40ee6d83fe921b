import { type RawBuilder, sql } from 'kysely'

/**
 * The one visibility rule: whether `viewer` may see something of the person in `author` (a column
 * reference such as `n.actor_id`). Nobody sees people who are gone or suspended, nor, either way
 * round, whom they blocked. An anonymous viewer is null; rows without an author pass.
 */
export const isVisible = (viewer: string | null, author: string): RawBuilder<boolean> =>
  isSeenBy(viewer, author, isPresent(author))

/** The same rule, for statements that ask it of hundreds of rows. */
export const isVisibleOfMany = (viewer: string | null, author: string): RawBuilder<boolean> =>
  isSeenBy(viewer, author, isPresentOfMany(author))

function isSeenBy(viewer: string | null, author: string, isThere: RawBuilder<boolean>): RawBuilder<boolean> {
  const column = sql.ref(author)
  if (viewer === null) return sql<boolean>`(${column} is null or ${isThere})`
  return sql<boolean>`(${column} is null or ${column} = ${viewer}::uuid or (${isUnblocked(viewer, author)} and ${isThere}))`
}

/** A look into an index of those who are not, which are few. */
const isPresent = (author: string) =>
  sql<boolean>`coalesce((select false from marketplace.users gone where gone.id = ${sql.ref(author)} and gone.status <> 'active'), true)`

const readAtOnce = 200

/** Reads all who are gone once for a statement, while they are few; as many looks into their index cost more. */
function isPresentOfMany(author: string): RawBuilder<boolean> {
  const gone = sql`select gone.id from marketplace.users gone where gone.status <> 'active' limit ${sql.lit(readAtOnce + 1)}`
  return sql<boolean>`case when (select count(*) from (${gone}) few) <= ${sql.lit(readAtOnce)}
    then ${sql.ref(author)} not in (${gone}) else ${isPresent(author)} end`
}

/** Whether the person in a table such as `u` has an account, be it suspended; not once it is deleted, or about to be. */
export const hasAccount = (person: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${person}.status`)} in ('active', 'suspended')`

/** Whether neither of the two blocked the other. */
export function isUnblocked(viewer: string, other: string): RawBuilder<boolean> {
  // `not in` reads the blocks of the viewer once for a statement, however many rows it looks at.
  return sql<boolean>`${sql.ref(other)} not in (
    select b.blocked_id from marketplace.block b where b.blocker_id = ${viewer}::uuid
    union all select b.blocker_id from marketplace.block b where b.blocked_id = ${viewer}::uuid)`
}
