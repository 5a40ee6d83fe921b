import { type Static, Type } from 'typebox'
import { Json, joined } from '../../platform/operation/json.ts'
import { Id, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { PostCard, presentCard } from '../posts/public.ts'
import { type FoundRow, mostCounted, type SavedSearchRow } from './queries.ts'
import { Cadence, SavedQuery } from './saved-query.ts'

export const SavedSearchRecord = Type.Object(
  {
    _id: Id,
    __v: Type.Integer(),
    name: Shown('Bicycles nearby'),
    query: SavedQuery,
    cadence: Cadence,
    new_count: Type.Integer({
      maximum: mostCounted,
      description: `what it found that is new to you and still to be had; ${mostCounted}: so many or more`,
    }),
    seen_at: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SavedSearchRecord' },
)

export const presentSavedSearch = (row: SavedSearchRow): Static<typeof SavedSearchRecord> => ({
  _id: row.id,
  __v: row.version,
  name: row.name,
  query: row.query,
  cadence: row.cadence,
  new_count: row.new_count,
  seen_at: row.seen_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** A listing that a saved search found. */
export const FoundCard = Type.Object(
  { ...PostCard.properties, found_at: Timestamp, is_new: Type.Boolean() },
  { title: 'FoundCard' },
)

export function presentFound(row: FoundRow, seenAt: Date, publicUrl: string): Json<Static<typeof FoundCard>> {
  const found = { found_at: row.found_at.toISOString(), is_new: row.found_at > seenAt }
  return new Json(joined(presentCard(row, publicUrl).text, JSON.stringify(found)))
}
