import { type RawBuilder, sql } from 'kysely'

/**
 * The one visibility rule: whether `viewer` may see something of the person in `author` (a column
 * reference such as `n.actor_id`). Nobody sees people who are gone or suspended, nor, either way
 * round, whom they blocked. An anonymous viewer is null; rows without an author pass.
 */
export function isVisible(viewer: string | null, author: string): RawBuilder<boolean> {
  const column = sql.ref(author)
  // Not `exists`: for many rows PostgreSQL would turn that into a hash of all people.
  const isPresent = sql`coalesce((select seen.status = 'active' from marketplace.users seen where seen.id = ${column}), false)`
  if (viewer === null) return sql<boolean>`(${column} is null or ${isPresent})`
  return sql<boolean>`(${column} is null or ${column} = ${viewer}::uuid or (${isPresent} and ${isUnblocked(viewer, author)}))`
}

/** Whether the person in a table such as `u` has an account, be it suspended; not once it is deleted, or about to be. */
export const hasAccount = (person: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${person}.status`)} in ('active', 'suspended')`

/** Whether neither of the two blocked the other. */
export function isUnblocked(viewer: string, other: string): RawBuilder<boolean> {
  const column = sql.ref(other)
  return sql<boolean>`not exists (
    select 1 from marketplace.block b
    where (b.blocker_id = ${viewer}::uuid and b.blocked_id = ${column}) or (b.blocker_id = ${column} and b.blocked_id = ${viewer}::uuid))`
}
