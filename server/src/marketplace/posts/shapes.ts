import { type Static, Type } from 'typebox'
import { pictureUrl } from '../../platform/media/uploads.ts'
import { majorOf } from '../../platform/money.ts'
import { cardOf, fill, hole, ownAddress } from '../../platform/operation/card.ts'
import { Json, joined } from '../../platform/operation/json.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import { type ProductRow, restorableForMs } from './card-queries.ts'
import { judgePrice } from './comparables.ts'
import { conditions } from './conditions.ts'
import { deliveries, PostChange } from './input-shapes.ts'
import { isDeletedByStaff } from './lifecycle.ts'
import type { RevisionRow } from './revision-queries.ts'
import { riskReasons } from './risk.ts'
import type { CardRow, DetailRow, ListingRow, PostRow, ReaderRow, ShownRow } from './rows.ts'
import { statuses } from './statuses.ts'

export const soldTypes = ['available', 'reserved', 'sold_here', 'sold_elsewhere'] as const

const category = Type.Object({ _id: Id, name: Shown('Bicycles') })

const cardFields = {
  _id: Id,
  title: Shown('Child bicycle, red'),
  price: Type.Number(),
  price_minor: Type.Integer(),
  currency: Shown('EUR'),
  condition: Nullable(OneOf(conditions, { example: 'good' })),
  photoUrl: Nullable(
    Shown(
      'https://plaza.example/files/0197b3a1-9c40/640.webp',
      'first picture, 1280 wide; 640.webp and others stand beside',
    ),
  ),
  address: Type.Object({ place: Shown('Old Town'), zip_code: Shown('10115') }),
  distance_km: Nullable(
    Type.Number(),
    'from the place that was asked about, else from your own; null where neither is known, or its author does not show it',
  ),
  category,
  status: OneOf(statuses, { example: 'active' }),
  isSold: Type.Boolean(),
  favourited: Type.Boolean(),
  favourite_count: Type.Integer(),
  seller: PublicUser,
  published_at: Nullable(Timestamp),
}

/** A listing as lists show it. */
export const PostCard = Type.Object(cardFields, { title: 'PostCard' })

/** The same in a list that has places to buy. */
export const ListedCard = Type.Object(
  {
    ...cardFields,
    is_promoted: Type.Optional(
      Type.Boolean({
        description: 'true where its place is paid for, which apps say beside it; else absent',
      }),
    ),
    is_urgent: Type.Optional(
      Type.Boolean({ description: 'true where its author paid for this word; else absent' }),
    ),
  },
  { title: 'ListedPostCard' },
)

/** What of a listing depends on who reads it, when, and where it is served. */
interface Reading extends ReaderRow {
  publicUrl: string
  chatroom_id: string | null
}

/** The reading that a card leaves open. */
const open: Reading = {
  publicUrl: ownAddress,
  status: hole(0),
  distance_km: hole(1),
  favourited: hole(2),
  favourite_count: hole(3),
  chatroom_id: hole(4),
}

const rounded = (km: number | null) => (km === null ? null : Math.round(km * 10) / 10)

/** What goes into the holes of a card, in their order. */
const closing = (
  { status, distance_km, favourited, favourite_count }: ReaderRow,
  chatroomId: string | null,
) => [
  JSON.stringify(status),
  String(rounded(distance_km)),
  String(favourited),
  String(favourite_count),
  JSON.stringify(chatroomId),
]

type ShownCard = Omit<Static<typeof PostCard>, 'status'> & Pick<ReaderRow, 'status'>

function presentShown(row: ShownRow, reading: Reading): ShownCard {
  const [first] = row.photo_ids
  return {
    _id: row.id,
    title: row.title,
    price: majorOf(row.price_minor, row.currency),
    price_minor: row.price_minor,
    currency: row.currency,
    condition: row.condition,
    photoUrl: first === undefined ? null : pictureUrl(reading.publicUrl, first),
    address: { place: row.place, zip_code: row.zip_code },
    distance_km: reading.distance_km,
    category: { _id: row.category_id, name: row.category_name },
    status: reading.status,
    isSold: row.status === 'sold',
    favourited: reading.favourited,
    favourite_count: reading.favourite_count,
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

/** What is shown of a listing without a card that is up to date. */
function shownOf({ id, row }: CardRow): ShownRow {
  if (!row) throw new Error(`listing ${id} came without card and row`)
  const { published_at, seller_created_at } = row
  return {
    ...row,
    published_at: published_at === null ? null : new Date(published_at),
    seller_created_at: new Date(seller_created_at),
  }
}

export function presentCard(row: CardRow, publicUrl: string): Json<Static<typeof PostCard>> {
  if (row.card !== null) return fill(row.card, publicUrl, closing(row, null))
  const { status, favourited, favourite_count } = row
  const reading = {
    publicUrl,
    status,
    favourited,
    favourite_count,
    distance_km: rounded(row.distance_km),
    chatroom_id: null,
  }
  return new Json(JSON.stringify(presentShown(shownOf(row), reading)))
}

/** A card in a place that was paid for. */
export const presentPromotedCard = (
  row: CardRow,
  isUrgent: boolean,
  publicUrl: string,
): Json<Static<typeof ListedCard>> =>
  new Json(
    joined(
      presentCard(row, publicUrl).text,
      JSON.stringify({ is_promoted: true, ...(isUrgent ? { is_urgent: true } : {}) }),
    ),
  )

/** A whole listing. Its owner sees the exact place and how it was sold; others do not. */
export const Post = Type.Object(
  {
    ...cardFields,
    __v: Type.Integer(),
    description: Shown('Sixteen inches, ridden for one summer.'),
    sub_category: Nullable(category),
    attributes: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    quantity: Type.Integer(),
    quantity_sold: Type.Integer(),
    media: Type.Object({
      photoUrl: Type.Array(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
      videoUrl: Shown(''),
      videoThumbnail: Shown(''),
    }),
    location: Type.Object({
      type: Shown('Point'),
      coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    }),
    allow_offers: Type.Boolean(),
    delivery: Nullable(OneOf(deliveries)),
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
          message: Nullable(
            Shown('Please show the serial number.'),
            'what the moderator says who declined it',
          ),
        },
        {
          title: 'PostReview',
          description:
            'of your own listing that a moderator is to look at, or has declined; it stays as it is meanwhile',
        },
      ),
    ),
    buyer_id: Nullable(Id, 'of your own listing: to whom it was sold here'),
    sold_price: Nullable(Type.Number()),
    sold_price_minor: Nullable(Type.Integer()),
    sold_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    auto_renew: Nullable(Type.Boolean(), 'whether it is renewed when its time is up; null to others'),
    repost_count: Nullable(Type.Integer(), 'how often its author brought it back; null to others'),
    reposted_from: Nullable(Id, 'your sold listing that it offers again'),
    closed_reason: Nullable(Shown('Given to a friend.'), 'of your own listing'),
    restorable_until: Nullable(Timestamp, 'of your own listing that you deleted'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Post' },
)

export function presentPost(row: PostRow, viewer: string | null, publicUrl: string): Static<typeof Post> {
  const reading = { ...row, publicUrl, distance_km: rounded(row.distance_km) }
  return {
    ...presentShown(row, reading),
    status: row.status,
    ...presentRest(row, reading, row.author_id === viewer),
  }
}

type Rest = Omit<Static<typeof Post>, keyof typeof cardFields>

/** What the page of a listing shows beyond its card. */
function presentRest(row: ListingRow, { publicUrl, chatroom_id }: Reading, own: boolean): Rest {
  const soldPrice = own ? row.sold_price_minor : null
  return {
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
    chatroom_id,
    review: own ? presentReview(row) : null,
    buyer_id: own ? row.buyer_id : null,
    sold_price: soldPrice === null ? null : majorOf(soldPrice, row.currency),
    sold_price_minor: soldPrice,
    sold_at: row.sold_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    auto_renew: own ? row.renews_since !== null : null,
    repost_count: own ? row.repost_count : null,
    reposted_from: own ? row.reposted_from : null,
    closed_reason: own ? row.closed_reason : null,
    restorable_until: own ? restorableUntil(row) : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const restorableUntil = (row: ListingRow): string | null =>
  row.status === 'soft_deleted' && row.deleted_at && !isDeletedByStaff(row)
    ? new Date(row.deleted_at.getTime() + restorableForMs).toISOString()
    : null

/** The two halves of a listing as those see it who do not own it, with what depends on them left open. */
export const makeCard = (row: ListingRow): { card: string; rest: string } => ({
  card: cardOf(presentShown(row, open)),
  rest: cardOf(presentRest(row, open, false)),
})

function presentReview(row: ListingRow): Static<typeof Post>['review'] {
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
        field: Shown('price', 'as in the body of a change; of the place what the public sees'),
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

/** @param post the row, where it is the reader's own or its card is out of date */
export function presentDetail(
  row: DetailRow,
  post: PostRow | undefined,
  viewer: string | null,
  publicUrl: string,
): Static<typeof PostDetail> | Json<Static<typeof PostDetail>> {
  const kin = { similar_ids: row.similar_ids, price_badge: presentBadge(row) }
  if (post) return { ...presentPost(post, viewer, publicUrl), ...kin }
  if (row.card === null || row.rest === null) throw new Error('a listing came without card and row')
  return fill(joined(row.card, row.rest, JSON.stringify(kin)), publicUrl, closing(row, row.chatroom_id))
}

function presentBadge(row: DetailRow): Static<typeof PostDetail>['price_badge'] {
  const label = judgePrice(row.price_minor, row)
  const median = row.median_minor ?? 0
  return label && { label, median: majorOf(median, row.currency), median_minor: median, sample: row.sample }
}

/** What else the page of a listing leads to. */
export const RelatedPosts = Type.Object(
  {
    seller: Type.Object({
      counts: Type.Object({ active: Type.Integer(), sold: Type.Integer() }),
    }),
    from_seller: Type.Array(PostCard, { description: 'the newest others of the same person' }),
    similar: Type.Array(PostCard, {
      description: 'the newest of other people, of the same category first, then of those beside it',
    }),
  },
  { title: 'RelatedPosts' },
)

const presentMedia = (
  row: Pick<ListingRow, 'photo_ids' | 'video_url' | 'video_thumbnail'>,
  publicUrl: string,
) => ({
  photoUrl: row.photo_ids.map((id) => pictureUrl(publicUrl, id)),
  videoUrl: row.video_url,
  videoThumbnail: row.video_thumbnail,
})

/** What a chat shows of the listing it is about: the interface specification, section 2.2. */
export const ProductDetails = Type.Object(
  {
    product_id: Shown('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'),
    post_owner_id: Shown('0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01'),
    title: Shown('Child bicycle, red'),
    price: Type.Number(),
    currency: Shown('EUR'),
    address: Type.Object({ place: Shown('Old Town'), zip_code: Shown('10115') }),
    media: Type.Object({
      videoUrl: Shown(''),
      videoThumbnail: Shown(''),
      photoUrl: Type.Array(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
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
