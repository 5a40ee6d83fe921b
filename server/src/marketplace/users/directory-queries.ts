import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { orderedBy } from '../../platform/operation/order.ts'
import type { Key } from '../../platform/operation/page.ts'
import type { UserRow } from './queries.ts'
import { isVisible } from './visibility.ts'

export type PersonRow = Pick<
  UserRow,
  'id' | 'name' | 'bio' | 'profile_photo_url' | 'is_verified' | 'is_discoverable' | 'place' | 'created_at'
> & { sort_name: string }

const personColumns = sql`u.id, u.name, u.bio, u.profile_photo_url, u.is_verified, u.is_discoverable, u.place, u.created_at,
  lower(u.name) as sort_name`

/** By name, whatever its capitals. */
export const byName = orderedBy<PersonRow>(
  'asc',
  [sql`lower(u.name)`, 'text', 'sort_name'],
  ['u.id', 'uuid', 'id'],
)

/** People by name who want to be found; staff finds the others too. */
export async function selectPeople(
  db: Db,
  find: {
    viewer: string
    isStaff: boolean
    search: string | null
    after: Key | undefined
    limit: number
  },
): Promise<PersonRow[]> {
  const { search } = find
  const pattern = search === null ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from marketplace.users u
    where u.status = 'active' and u.kind = 'member'
      ${pattern === null ? sql`` : sql`and u.name ilike ${pattern}`}
      ${find.isStaff ? sql`` : sql`and u.is_discoverable and ${isVisible(find.viewer, 'u.id')}`}
      and ${byName.isPast(find.after)}
    order by ${byName.by} limit ${find.limit}`.execute(db)
  return rows
}

/** A person as everybody may see them; undefined for people who are gone or between whom a block stands. */
export async function selectPerson(
  db: Db,
  id: string,
  viewer: string | null,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from marketplace.users u
    where u.id = ${id} and u.status = 'active' and u.kind = 'member' and ${isVisible(viewer, 'u.id')}`.execute(
    db,
  )
  return rows[0]
}
