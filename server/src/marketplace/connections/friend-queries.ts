import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isFoundByContacts, isUnblocked } from '../users/public.ts'
import { type ConnectionRow, tiesTo } from './queries.ts'

export interface FriendRow extends Omit<ConnectionRow, 'followed_at'> {
  contact: number | null
}

/** Those who are found by a hash of their address, in the order of the hashes; each once. */
export async function selectByContacts(
  db: Db,
  viewer: string,
  hashes: readonly string[],
): Promise<FriendRow[]> {
  const { rows } = await sql<FriendRow>`
    select u.id, u.name, u.profile_photo_url, u.is_verified, u.created_at, (h.place - 1)::int as contact, ${tiesTo(viewer, 'u.id')}
    from (
      select decode(hash, 'hex') as hash, min(place) as place
      from unnest(${[...hashes]}::text[]) with ordinality as sent (hash, place) group by decode(hash, 'hex')) h
    join marketplace.users u on ${isFoundByContacts(sql`h.hash`)}
    where u.id <> ${viewer} and ${isUnblocked(viewer, 'u.id')}
    order by h.place`.execute(db)
  return rows
}

type Ties = Pick<ConnectionRow, 'is_following' | 'follows_me'>

const none: Ties = { is_following: false, follows_me: false }

/** What lies between a viewer and some people; nothing where nobody is signed in. @returns it by id. */
export async function selectTiesTo(
  db: Db,
  viewer: string | null,
  ids: readonly string[],
): Promise<(id: string) => Ties> {
  if (viewer === null) return () => none
  const { rows } = await sql<Ties & { id: string }>`
    select person.id, ${tiesTo(viewer, 'person.id')} from unnest(${[...ids]}::uuid[]) as person (id)`.execute(
    db,
  )
  const known = new Map(rows.map(({ id, ...ties }) => [id, ties]))
  return (id) => known.get(id) ?? none
}
