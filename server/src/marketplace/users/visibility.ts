import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * The one visibility rule: whether `viewer` may see something of the person in `author` (a column
 * reference such as `n.actor_id`). Nobody sees what is of people who are gone or suspended, or whose reach is
 * limited, nor, either way round, whom they blocked. An anonymous viewer is null; rows without an author pass.
 */
export const isVisible = (viewer: string | null, author: string): RawBuilder<boolean> =>
  isSeenBy(viewer, author, isPresent(author))

/** The same rule between people who have to do with each other: a limited reach parts none of them. */
export const isVisibleToPartner = (viewer: string | null, author: string): RawBuilder<boolean> =>
  isSeenBy(viewer, author, isPresent(author, isGone))

/** The same rule, where somebody limited is still there for those who have to do with them, and for nobody else. */
export const isVisibleOrKnown = (viewer: string | null, author: string): RawBuilder<boolean> =>
  viewer === null
    ? isVisible(viewer, author)
    : sql<boolean>`(${isVisible(viewer, author)}
        or (${isVisibleToPartner(viewer, author)} and marketplace.have_to_do(${viewer}::uuid, ${sql.ref(author)})))`

/** The same rule, for statements that ask it of hundreds of rows. */
export const isVisibleOfMany = (viewer: string | null, author: string): RawBuilder<boolean> =>
  isSeenBy(viewer, author, isPresentOfMany(author))

/** The same rule for many viewers of one row: the viewer is a column. */
export const isVisibleTo = (viewer: RawBuilder<unknown>, author: string): RawBuilder<boolean> =>
  isSeenByMany(viewer, author, isPresent(author))

/** The same for many who have to do with somebody. */
export const isVisibleToPartners = (viewer: RawBuilder<unknown>, author: string): RawBuilder<boolean> =>
  isSeenByMany(viewer, author, isPresent(author, isGone))

/** The same for many viewers, of whom some may have to do with somebody limited. */
export const isVisibleOrKnownTo = (viewer: RawBuilder<unknown>, author: string): RawBuilder<boolean> =>
  sql<boolean>`(${isVisibleTo(viewer, author)}
    or (${isVisibleToPartners(viewer, author)} and marketplace.have_to_do(${viewer}, ${sql.ref(author)})))`

function isSeenByMany(
  viewer: RawBuilder<unknown>,
  author: string,
  isThere: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const column = sql.ref(author)
  return sql<boolean>`(${column} = ${viewer} or (
    not exists (select from marketplace.block b where b.blocker_id = ${viewer} and b.blocked_id = ${column})
    and not exists (select from marketplace.block b where b.blocker_id = ${column} and b.blocked_id = ${viewer})
    and ${isThere}))`
}

function isSeenBy(viewer: string | null, author: string, isThere: RawBuilder<boolean>): RawBuilder<boolean> {
  const column = sql.ref(author)
  if (viewer === null) return sql<boolean>`(${column} is null or ${isThere})`
  return sql<boolean>`(${column} is null or ${column} = ${viewer}::uuid or (${isUnblocked(viewer, author)} and ${isThere}))`
}

/** Of those who left what they wrote behind there is no name, and nothing else to hide. In the words of the partial index. */
const isGone = sql<boolean>`gone.status <> 'active' and gone.status <> 'anonymous'`
const isUnseen = sql<boolean>`((${isGone}) or gone.limited_until is not null)`

/** A look into an index of those who are not, which are few. */
const isPresent = (author: string, isAbsent = isUnseen) =>
  sql<boolean>`coalesce((select false from marketplace.users gone where gone.id = ${sql.ref(author)} and ${isAbsent}), true)`

const readAtOnce = 200

/** Reads all who are gone once for a statement, while they are few; as many looks into their index cost more. */
function isPresentOfMany(author: string): RawBuilder<boolean> {
  const gone = sql`select gone.id from marketplace.users gone where ${isUnseen} limit ${sql.lit(readAtOnce + 1)}`
  return sql<boolean>`case when (select count(*) from (${gone}) few) <= ${sql.lit(readAtOnce)}
    then ${sql.ref(author)} not in (${gone}) else ${isPresent(author)} end`
}

/** Whether the person in a table such as `u` has an account, be it suspended; not once it is deleted, or about to be. */
export const hasAccount = (person: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${person}.status`)} in ('active', 'suspended')`

/** Those whom somebody blocked and those who blocked them, as `id`; whoever did both is there twice. */
export const partedFrom = (viewer: string): RawBuilder<{ id: string }> => sql<{ id: string }>`
    select b.blocked_id as id from marketplace.block b where b.blocker_id = ${viewer}::uuid
    union all select b.blocker_id from marketplace.block b where b.blocked_id = ${viewer}::uuid`

/** Whether neither of the two blocked the other. */
export const isUnblocked = (viewer: string, other: string): RawBuilder<boolean> =>
  // `not in` reads the blocks of the viewer once for a statement, however many rows it looks at.
  sql<boolean>`${sql.ref(other)} not in (${partedFrom(viewer)})`

/** Whether one person does not want to be told of what another does; both are columns or values of the statement. */
export const hasMuted = (
  muter: RawBuilder<unknown>,
  muted: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from marketplace.mute m where m.muter_id = ${muter} and m.muted_id = ${muted} and (m.until is null or m.until > ${now}))`

/** Whether a person `u` wants to be found by those who have their address, which they proved to be theirs, by its hash. */
export const isFoundByContacts = (hash: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  marketplace.contact_hash(u.email_canonical) = ${hash} and u.is_found_by_contacts and u.is_discoverable and u.is_verified
  and u.status = 'active' and u.limited_until is null and u.kind = 'member' and u.deleted_at is null)`

/**
 * Whether something is of the time since an account is its owner's: whoever opened it for somebody else's address
 * keeps what came before. `at` is a column.
 */
export const isOfPresentOwner = (personId: string | null, at: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(at)} > coalesce((select mine.reclaimed_at from marketplace.users mine where mine.id = ${personId}::uuid), '-infinity')`

/** Those of some people whose account is theirs since then. */
export async function selectPresentOwners(db: Db, ids: readonly string[], since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from marketplace.users
    where id = any(${[...ids]}::uuid[]) and (reclaimed_at is null or reclaimed_at < ${since})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
