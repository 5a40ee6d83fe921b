import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { hintKinds, hintsIn } from '../trust/public.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import type { NamedDealRow } from './deal-queries.ts'
import type { ReviewRow } from './queries.ts'
import { Tags } from './tags.ts'

const sides = ['buyer', 'seller'] as const

export const ReviewRecord = Type.Object(
  {
    _id: Id,
    of: OneOf(sides, { description: 'what the reviewed person was in the deal' }),
    author: PublicUser,
    own: Type.Boolean(),
    rating: Type.Integer({ description: 'stars, 1 to 5' }),
    text: Shown('Friendly, and just as described.', 'empty where stars are all they gave'),
    tags: Tags,
    hints: Type.Array(OneOf(hintKinds), { description: 'what in it often goes with fraud' }),
    is_visible: Type.Boolean({ description: 'false: you alone see it' }),
    visible_at: Timestamp,
    is_removed: Type.Boolean({ description: 'staff took it away; its author alone sees it' }),
    reply: Nullable(
      Type.Object({ text: Shown('Gladly again.'), createdAt: Timestamp }),
      'of the reviewed person',
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'ReviewRecord' },
)

export function presentReview(row: ReviewRow, viewer: string | null, now: Date): Static<typeof ReviewRecord> {
  const isRemoved = row.standing === 'removed'
  return {
    _id: row.id,
    of: row.is_seller ? 'seller' : 'buyer',
    author: presentPublicUser({
      id: row.author_id,
      name: row.author_name,
      profile_photo_url: row.author_photo_url,
      is_verified: row.author_is_verified,
      created_at: row.author_created_at,
    }),
    own: row.author_id === viewer,
    rating: row.rating,
    text: row.text,
    tags: row.tags,
    hints: hintsIn(row.text),
    is_visible: row.visible_at <= now && !isRemoved,
    visible_at: row.visible_at.toISOString(),
    is_removed: isRemoved,
    reply:
      row.reply !== null && row.replied_at !== null
        ? { text: row.reply, createdAt: row.replied_at.toISOString() }
        : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const states = ['to_review', 'waiting', 'over'] as const

export const DealRecord = Type.Object(
  {
    _id: Id,
    role: OneOf(sides, { description: 'what you were in it' }),
    order_id: Nullable(Id, 'null where the listing was only marked as sold'),
    post_id: Id,
    title: Shown('Child bicycle, red'),
    with: PublicUser,
    completed_at: Timestamp,
    review_until: Timestamp,
    state: OneOf(states, {
      description:
        'whether you can still write your review, wait for theirs or the end of the time, or it is over',
    }),
    is_reviewed: Type.Boolean({ description: 'whether the other one wrote theirs, be it visible or not' }),
    own_review: Nullable(ReviewRecord, 'yours; until it is visible you can write it anew'),
    review: Nullable(ReviewRecord, 'theirs, once it is visible'),
  },
  { title: 'DealRecord' },
)

export function presentDeal(
  deal: NamedDealRow,
  reviews: readonly ReviewRow[],
  viewer: string,
  now: Date,
): Static<typeof DealRecord> {
  const ofDeal = reviews.filter((row) => row.deal_id === deal.id)
  const own = ofDeal.find((row) => row.author_id === viewer)
  const theirs = ofDeal.find((row) => row.author_id !== viewer)
  return {
    _id: deal.id,
    role: deal.buyer_id === viewer ? 'buyer' : 'seller',
    order_id: deal.order_id,
    post_id: deal.post_id,
    title: deal.title,
    with: presentPublicUser({
      id: deal.other_id,
      name: deal.other_name,
      profile_photo_url: deal.other_photo_url,
      is_verified: deal.other_is_verified,
      created_at: deal.other_created_at,
    }),
    completed_at: deal.completed_at.toISOString(),
    review_until: deal.review_until.toISOString(),
    state: stateOf(deal, own, now),
    is_reviewed: deal.is_reviewed,
    own_review: own ? presentReview(own, viewer, now) : null,
    review: theirs ? presentReview(theirs, viewer, now) : null,
  }
}

function stateOf(
  { review_until }: NamedDealRow,
  own: ReviewRow | undefined,
  now: Date,
): (typeof states)[number] {
  if (own) return own.visible_at > now ? 'waiting' : 'over'
  return review_until > now ? 'to_review' : 'over'
}
