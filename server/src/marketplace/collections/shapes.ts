import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Json, joined } from '../../platform/operation/json.ts'
import { Timestamp } from '../../platform/operation/schema.ts'
import { type CardRow, PostCard, presentCard } from '../posts/public.ts'
import type { FavouriteRow } from './queries.ts'

export const FavouriteCard = Type.Object(
  {
    ...PostCard.properties,
    price_at_save: Type.Number(),
    price_at_save_minor: Type.Integer(),
    price_delta: Type.Number({ description: 'negative when it became cheaper' }),
    price_delta_minor: Type.Integer(),
    is_available: Type.Boolean(),
    favourited_at: Timestamp,
  },
  { title: 'FavouriteCard' },
)

export function presentFavourite(row: FavouriteRow, publicUrl: string): Json<Static<typeof FavouriteCard>> {
  const delta = row.is_removed ? 0 : row.price_minor - row.price_at_save_minor
  const saved = {
    price_at_save: majorOf(row.price_at_save_minor, row.currency),
    price_at_save_minor: row.price_at_save_minor,
    price_delta: majorOf(delta, row.currency),
    price_delta_minor: delta,
    is_available: row.is_live,
    favourited_at: row.favourited_at.toISOString(),
  }
  const card = presentCard(row.is_removed ? withoutContent(row) : row, publicUrl)
  return new Json(joined(card.text, JSON.stringify(saved)))
}

/** What was taken down no longer shows its words, pictures or place, and of its price only what it was when saved. */
const withoutContent = (saved: FavouriteRow): CardRow => ({
  ...saved,
  distance_km: null,
  status: 'removed',
  card: null,
  row: saved.row && {
    ...saved.row,
    title: '',
    photo_ids: [],
    place: '',
    zip_code: '',
    price_minor: saved.price_at_save_minor,
  },
})
