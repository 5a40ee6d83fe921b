import { type Static, Type } from 'typebox'
import { pictureUrl } from '../../platform/media/uploads.ts'
import { majorOf } from '../../platform/money.ts'
import { Json, joined } from '../../platform/operation/json.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { type CardRow, PostCard, postStatuses, presentCard } from '../posts/public.ts'
import type { CollectionRow } from './collection-queries.ts'
import type { FavouriteRow } from './queries.ts'

const priceDelta = 'negative when it became cheaper'

const savedFields = {
  ...PostCard.properties,
  status: OneOf([...postStatuses, 'removed'], {
    description: '`removed`: it was taken down, and nothing of it is shown',
    example: 'active',
  }),
}

export const FavouriteCard = Type.Object(
  {
    ...savedFields,
    price_at_save: Type.Number(),
    price_at_save_minor: Type.Integer(),
    price_delta: Type.Number({ description: priceDelta }),
    price_delta_minor: Type.Integer(),
    is_available: Type.Boolean(),
    favourited_at: Timestamp,
  },
  { title: 'FavouriteCard' },
)

/** A listing of a collection; when it was saved, and at which price, is for the collection's owner. */
export const CollectedCard = Type.Object(
  {
    ...savedFields,
    price_at_save: Nullable(
      Type.Number(),
      'null in a collection of somebody else, as are the three after it',
    ),
    price_at_save_minor: Nullable(Type.Integer()),
    price_delta: Nullable(Type.Number(), priceDelta),
    price_delta_minor: Nullable(Type.Integer()),
    is_available: Type.Boolean(),
    favourited_at: Nullable(Timestamp, 'null in a collection of somebody else'),
  },
  { title: 'CollectedCard' },
)

/** A collection in its owner's list. */
export const CollectionRecord = Type.Object(
  {
    _id: Id,
    name: Shown('Kitchen', 'of the one that holds everything always All'),
    count: Type.Integer(),
    cover: Type.Array(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp'), {
      maxItems: 4,
      description: 'pictures of the newest in it',
    }),
    is_default: Type.Boolean({ description: 'it holds everything that you save' }),
    share_token: Nullable(Shown('3mUq0yJp'), 'while it has a link'),
    createdAt: Timestamp,
  },
  { title: 'CollectionRecord' },
)

export const presentCollection = (
  row: CollectionRow,
  publicUrl: string,
): Static<typeof CollectionRecord> => ({
  _id: row.id,
  name: row.name,
  count: row.count,
  cover: row.cover.map((id) => pictureUrl(publicUrl, id)),
  is_default: row.is_default,
  share_token: row.share_token,
  createdAt: row.created_at.toISOString(),
})

/** A collection and what opens it to others. */
export const CollectionLink = Type.Object(
  {
    _id: Id,
    share_token: Nullable(Shown('3mUq0yJp'), 'what get-post-collection takes; null without a link'),
  },
  { title: 'CollectionLink' },
)

/** A listing of somebody else's collection. */
export function presentCollected(row: FavouriteRow, publicUrl: string): Json<Static<typeof CollectedCard>> {
  const unknown = {
    price_at_save: null,
    price_at_save_minor: null,
    price_delta: null,
    price_delta_minor: null,
    is_available: row.is_live,
    favourited_at: null,
  }
  return new Json(joined(presentCard(row, publicUrl).text, JSON.stringify(unknown)))
}

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
