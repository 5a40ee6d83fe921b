import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { UserRow } from './queries.ts'
import { isUnblocked, isVisibleOrKnown } from './visibility.ts'

export type PersonRow = Pick<
  UserRow,
  | 'id'
  | 'name'
  | 'bio'
  | 'profile_photo_url'
  | 'is_verified'
  | 'is_discoverable'
  | 'place'
  | 'created_at'
  | 'hat_until'
> & { sort_name: string }

const personColumns = sql`u.id, u.name, u.bio, u.profile_photo_url, u.is_verified, u.is_discoverable, u.place, u.created_at, u.hat_until`

interface Finding {
  viewer: string
  isStaff: boolean
  /** Who is not asked for. */
  except?: readonly string[]
  after: Key | undefined
  limit: number
}

type Seeker = Pick<Finding, 'viewer' | 'isStaff' | 'except'>

/** Whether the person with an active account may be found; by their id alone where that tells. */
function mayBeFound({ viewer, isStaff, except = [] }: Seeker, id: string) {
  const isAsked = except.length === 0 ? sql`true` : sql`${sql.ref(id)} <> all(${[...except]}::uuid[])`
  return isStaff
    ? isAsked
    : sql`u.is_discoverable and (${sql.ref(id)} = ${viewer}::uuid or (u.limited_until is null and ${isUnblocked(viewer, id)})) and ${isAsked}`
}

/** Whether a person `u` is in the directory, and among those of a search where there is one. */
export const isInDirectory = (
  seeker: Seeker,
  search: string | undefined,
): RawBuilder<boolean> => sql<boolean>`(
  u.status = 'active' and u.kind = 'member' and ${mayBeFound(seeker, 'u.id')} and ${search === undefined ? sql`true` : isNamed(search)})`

/** Whether words of the name of a person `u` begin with all words of a search, of which there are some. */
const isNamed = (search: string) => sql`(
  select coalesce(bool_and(exists (
    select from marketplace.name_word o where o.user_id = u.id and ${beginsWith('o.word', sql`searched.word`)})), false)
  from marketplace.words_of(${search}) as searched (word))`

/** By name, whatever its capitals. */
export const byName = orderedBy<PersonRow>(
  'asc',
  [sql`lower(u.name)`, 'text', 'sort_name'],
  ['u.id', 'uuid', 'id'],
)

/** People who want to be found; staff finds the others too. */
export async function selectPeople(db: Db, find: Finding): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns}, found.sort_name from (
      select u.id, lower(u.name) as sort_name from marketplace.users u
      where u.status = 'active' and u.kind = 'member' and ${mayBeFound(find, 'u.id')} and ${byName.isPast(find.after)}
      order by ${byName.by} limit ${find.limit}) found
    join marketplace.users u on u.id = found.id order by found.sort_name, found.id`.execute(db)
  return rows
}

/** By the word of the name that was found. */
export const byWord = orderedBy<PersonRow>(
  'asc',
  ['w.word', 'text', 'sort_name'],
  ['w.user_id', 'uuid', 'id'],
)

const beginsWith = (word: string, beginning: string | RawBuilder<unknown>) =>
  sql`${sql.ref(word)} >= ${beginning}::text and ${sql.ref(word)} < ${beginning}::text || chr(1114111)`

/** The same people, where words of the name begin with all of those. */
export async function searchPeople(db: Db, search: string, find: Finding): Promise<PersonRow[]> {
  const { rows: found } = await sql<{ word: string }>`
    select word from marketplace.words_of(${search}) word order by length(word) desc, word`.execute(db)
  const [longest, ...others] = found.map(({ word }) => word)
  if (longest === undefined) return []
  const hasOthers = others.map(
    (word) => sql`and exists (
      select 1 from marketplace.name_word o where o.user_id = w.user_id and ${beginsWith('o.word', word)})`,
  )
  const { rows } = await sql<PersonRow>`
    select ${personColumns}, w.word as sort_name
    from marketplace.name_word w join marketplace.users u on u.id = w.user_id
    where ${beginsWith('w.word', longest)} ${sql.join(hasOthers, sql` `)} and ${mayBeFound(find, 'w.user_id')}
      and not exists (
        select 1 from marketplace.name_word o where o.user_id = w.user_id and ${beginsWith('o.word', longest)} and o.word < w.word)
      and ${byWord.isPast(find.after)}
    order by ${byWord.by} limit ${find.limit}`.execute(db)
  return rows
}

/**
 * A person as everybody may see them; undefined for people who are gone or between whom a block stands, and for those
 * whose reach is limited, but to whom they have to do with.
 */
export async function selectPerson(
  db: Db,
  id: string,
  viewer: string | null,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns}, lower(u.name) as sort_name from marketplace.users u
    where u.id = ${id} and u.status = 'active' and u.kind = 'member' and ${isVisibleOrKnown(viewer, 'u.id')}`.execute(
    db,
  )
  return rows[0]
}
