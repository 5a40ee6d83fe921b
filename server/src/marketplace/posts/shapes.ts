import { type Static, Type } from 'typebox'
import { pictureUrl } from '../../platform/media/uploads.ts'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import type { ProductRow } from './card-queries.ts'
import type { ComparableRow } from './comparable-queries.ts'
import { judgePrice } from './comparables.ts'
import { PostChange } from './input-shapes.ts'
import type { RevisionRow } from './revision-queries.ts'
import { riskReasons } from './risk.ts'
import type { CardRow, PostRow } from './rows.ts'

export const soldTypes = ['available', 'reserved', 'sold_here', 'sold_elsewhere'] as const
/** As shown: a listing past its end reads as expired, whatever was stored. */
export const statuses = [
  'draft',
  'pending_review',
  'active',
  'reserved',
  'expired',
  'sold',
  'closed',
  'rejected',
  'hidden',
  'soft_deleted',
] as const

const category = Type.Object({ _id: Id, name: Type.String() })

const cardFields = {
  _id: Id,
  title: Type.String(),
  price: Type.Number(),
  price_minor: Type.Integer(),
  currency: Type.String(),
  condition: Nullable(Type.String()),
  photoUrl: Nullable(
    Type.String({ description: 'first picture, 1280 wide; 640.webp and others stand beside' }),
  ),
  address: Type.Object({ place: Type.String(), zip_code: Type.String() }),
  distance_km: Nullable(Type.Number()),
  category,
  status: Type.String(),
  isSold: Type.Boolean(),
  favourited: Type.Boolean(),
  favourite_count: Type.Integer(),
  seller: PublicUser,
  published_at: Nullable(Timestamp),
}

/** A listing as lists show it. */
export const PostCard = Type.Object(cardFields, { title: 'PostCard' })

export function presentCard(row: CardRow, publicUrl: string): Static<typeof PostCard> {
  const [first] = row.photo_ids
  return {
    _id: row.id,
    title: row.title,
    price: majorOf(row.price_minor, row.currency),
    price_minor: row.price_minor,
    currency: row.currency,
    condition: row.condition,
    photoUrl: first === undefined ? null : pictureUrl(publicUrl, first),
    address: { place: row.place, zip_code: row.zip_code },
    distance_km: row.distance_km === null ? null : Math.round(row.distance_km * 10) / 10,
    category: { _id: row.category_id, name: row.category_name },
    status: row.status,
    isSold: row.status === 'sold',
    favourited: row.favourited,
    favourite_count: row.favourite_count,
    seller: presentPublicUser({
      id: row.author_id,
      name: row.seller_name,
      profile_photo_url: row.seller_photo_url,
      is_verified: row.seller_is_verified,
      created_at: row.seller_created_at,
    }),
    published_at: row.published_at?.toISOString() ?? null,
  }
}

/** A whole listing. Its owner sees the exact place and how it was sold; others do not. */
export const Post = Type.Object(
  {
    ...cardFields,
    __v: Type.Integer(),
    description: Type.String(),
    sub_category: Nullable(category),
    attributes: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    quantity: Type.Integer(),
    quantity_sold: Type.Integer(),
    media: Type.Object({
      photoUrl: Type.Array(Type.String()),
      videoUrl: Type.String(),
      videoThumbnail: Type.String(),
    }),
    location: Type.Object({
      type: Type.String(),
      coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    }),
    allow_offers: Type.Boolean(),
    delivery: Nullable(Type.String()),
    sold_type: OneOf(soldTypes),
    own: Type.Boolean(),
    chatroom_id: Nullable(Id),
    review: Nullable(
      Type.Object(
        {
          state: OneOf(['waiting', 'declined']),
          reasons: Type.Array(OneOf(riskReasons)),
          change: Nullable(PostChange, 'what you asked for; null when the whole listing is meant'),
          submitted_at: Timestamp,
          message: Nullable(Type.String(), 'what the moderator says who declined it'),
        },
        {
          title: 'PostReview',
          description:
            'of your own listing that a moderator is to look at, or has declined; it stays as it is meanwhile',
        },
      ),
    ),
    buyer_id: Nullable(Id),
    sold_price: Nullable(Type.Number()),
    sold_price_minor: Nullable(Type.Integer()),
    sold_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Post' },
)

export function presentPost(row: PostRow, viewer: string | null, publicUrl: string): Static<typeof Post> {
  const own = row.author_id === viewer
  const soldPrice = own ? row.sold_price_minor : null
  return {
    ...presentCard(row, publicUrl),
    __v: row.version,
    description: row.description,
    sub_category:
      row.sub_category_id === null ? null : { _id: row.sub_category_id, name: row.sub_category_name ?? '' },
    attributes: row.attributes,
    quantity: row.quantity,
    quantity_sold: row.quantity_sold,
    media: presentMedia(row, publicUrl),
    location: {
      type: 'Point',
      coordinates: own ? [row.longitude, row.latitude] : [row.public_longitude, row.public_latitude],
    },
    allow_offers: row.allows_offers,
    delivery: row.delivery,
    sold_type: row.sold_type,
    own,
    chatroom_id: row.chatroom_id,
    review: own ? presentReview(row) : null,
    buyer_id: own ? row.buyer_id : null,
    sold_price: soldPrice === null ? null : majorOf(soldPrice, row.currency),
    sold_price_minor: soldPrice,
    sold_at: row.sold_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function presentReview(row: PostRow): Static<typeof Post>['review'] {
  if (row.review_reasons === null || row.review_submitted_at === null) return null
  return {
    state: row.review_declined_at === null ? 'waiting' : 'declined',
    reasons: row.review_reasons,
    change: row.review_change,
    submitted_at: row.review_submitted_at.toISOString(),
    message: row.review_message,
  }
}

/** One change of a published listing. */
export const PostRevision = Type.Object(
  {
    version: Type.Integer({ description: 'the `__v` that it made' }),
    by: OneOf(['author', 'moderator']),
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: 'as in the body of a change; of the place what the public sees' }),
        before: Type.Unknown(),
        after: Type.Unknown(),
      }),
    ),
    createdAt: Timestamp,
  },
  { title: 'PostRevision' },
)

export const presentRevision = (row: RevisionRow, publicUrl: string): Static<typeof PostRevision> => {
  const shown = (field: string, value: unknown) =>
    field === 'media' ? { photoUrl: (value as string[]).map((id) => pictureUrl(publicUrl, id)) } : value
  return {
    version: row.version,
    by: row.is_by_author ? 'author' : 'moderator',
    changes: row.changes.map(({ field, before, after }) => ({
      field,
      before: shown(field, before),
      after: shown(field, after),
    })),
    createdAt: row.created_at.toISOString(),
  }
}

/** A listing by itself: with others of its kind, and how its price stands among theirs. */
export const PostDetail = Type.Object(
  {
    ...Post.properties,
    similar_ids: Type.Array(Id),
    price_badge: Nullable(
      Type.Object(
        {
          label: OneOf(['good', 'fair', 'high']),
          median: Type.Number(),
          median_minor: Type.Integer(),
          sample: Type.Integer({ description: 'how many comparable listings that is from' }),
        },
        { description: 'null when there are too few comparable listings' },
      ),
    ),
  },
  { title: 'PostDetail' },
)

export function presentDetail(
  row: PostRow,
  kin: ComparableRow,
  viewer: string | null,
  publicUrl: string,
): Static<typeof PostDetail> {
  const label = judgePrice(row.price_minor, kin)
  const median = kin.median_minor ?? 0
  return {
    ...presentPost(row, viewer, publicUrl),
    similar_ids: kin.similar_ids,
    price_badge: label && {
      label,
      median: majorOf(median, row.currency),
      median_minor: median,
      sample: kin.sample,
    },
  }
}

const presentMedia = (
  row: Pick<PostRow, 'photo_ids' | 'video_url' | 'video_thumbnail'>,
  publicUrl: string,
) => ({
  photoUrl: row.photo_ids.map((id) => pictureUrl(publicUrl, id)),
  videoUrl: row.video_url,
  videoThumbnail: row.video_thumbnail,
})

/** What a chat shows of the listing it is about: the interface specification, section 2.2. */
export const ProductDetails = Type.Object(
  {
    product_id: Type.String(),
    post_owner_id: Type.String(),
    title: Type.String(),
    price: Type.Number(),
    currency: Type.String(),
    address: Type.Object({ place: Type.String(), zip_code: Type.String() }),
    media: Type.Object({
      videoUrl: Type.String(),
      videoThumbnail: Type.String(),
      photoUrl: Type.Array(Type.String()),
    }),
    isSold: Type.Boolean(),
  },
  { title: 'ProductDetails' },
)

export const presentProductDetails = (row: ProductRow, publicUrl: string): Static<typeof ProductDetails> => ({
  product_id: row.id,
  post_owner_id: row.author_id,
  title: row.title,
  price: majorOf(row.price_minor, row.currency),
  currency: row.currency,
  address: { place: row.place, zip_code: row.zip_code },
  media: presentMedia(row, publicUrl),
  isSold: row.is_sold,
})
