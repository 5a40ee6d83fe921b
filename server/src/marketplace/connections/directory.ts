import type { Db } from '../../platform/db/database.ts'
import type { Key } from '../../platform/operation/page.ts'
import { byName, byWord, type PersonRow, searchPeople, selectPeople } from '../users/public.ts'
import { selectPeopleOf, selectSharing } from './directory-queries.ts'

/** Somebody in the directory, and where the next page goes on behind them. */
export interface Listed {
  person: PersonRow
  key: Key
}

interface Asked {
  viewer: string
  isStaff: boolean
  search: string | undefined
  after: Key | undefined
  limit: number
}

/**
 * Who a walk begins with does not change while it goes on, whoever follows whom meanwhile: its cursor names them, how
 * many of them were shown, and behind them the last person by name.
 */
type Place = [first: string, shown: number, ...last: Key]

// Only a cursor of this list comes as far as here, and it was made below.
const placeOf = (after: Key) => after as Place

/** The next people: first those with whom the viewer shares most follows, then everybody else by name. */
export async function selectDirectory(db: Db, asked: Asked): Promise<Listed[]> {
  const { search, limit } = asked
  const seeker = { viewer: asked.viewer, isStaff: asked.isStaff }
  const [known, shown = 0, ...last] = asked.after ? placeOf(asked.after) : []
  const ids = known?.split(' ').filter(Boolean) ?? (await selectSharing(db, seeker, search))
  const rest = { ...seeker, except: ids, after: last.length > 0 ? last : undefined, limit }
  const [ahead, others] = await Promise.all([
    selectPeopleOf(db, seeker, ids.slice(shown)),
    search === undefined ? selectPeople(db, rest) : searchPeople(db, search, rest),
  ])
  const first = ids.join(' ')
  const { keyOf } = search === undefined ? byName : byWord
  return [
    ...ahead
      .map((person) => ({ person, key: [first, ids.indexOf(person.id) + 1] }))
      .sort((a, b) => Number(a.key[1]) - Number(b.key[1])),
    ...others.map((person) => ({ person, key: [first, ids.length, ...keyOf(person)] })),
  ].slice(0, limit)
}
