import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'

export const offerStatuses = [
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  'lapsed',
  'bought',
  'ended',
] as const
export type OfferStatus = (typeof offerStatuses)[number]

export const offerReasons = [
  'below_considered',
  'given_to_another',
  'sold',
  'unavailable',
  'blocked',
  'left',
] as const
export type OfferReason = (typeof offerReasons)[number]

export const offerSides = ['buyer', 'seller'] as const
export type OfferSide = (typeof offerSides)[number]

/** An offer as it is stored; in JSON its times are texts. */
export interface StoredOffer<Time = Date> {
  id: string
  post_id: string
  made_by: OfferSide
  quantity: number
  price_minor: number
  currency: string
  status: OfferStatus
  reason: OfferReason | null
  expires_at: Time
  held_until: Time | null
}

/** What both see of an offer, in the chat as in lists. */
export const offerFields = {
  _id: Id,
  post_id: Id,
  made_by: OneOf(offerSides),
  status: OneOf(offerStatuses, {
    description:
      'open until it is answered; accepted: kept for the buyer until `ends_at`, then lapsed, or bought before that; ended: by what `reason` says',
  }),
  reason: Nullable(OneOf(offerReasons, { description: 'why, where nobody declined or withdrew it by hand' })),
  quantity: Type.Integer(),
  price: Type.Number({ description: 'of one piece', examples: [12.5] }),
  price_minor: Type.Integer(),
  currency: Shown('EUR'),
  ends_at: Nullable(Timestamp, 'until when it can be answered or, once accepted, bought; else null'),
}
export const OfferShown = Type.Object(offerFields, { title: 'OfferShown' })

/** Its status at this moment: what is past its time is over, whether somebody has written that down or not. */
export function offerStatusAt(
  { status, expires_at, held_until }: StoredOffer<Date | string>,
  now: Date,
): OfferStatus {
  const isPast = (time: Date | string | null) => time !== null && new Date(time) <= now
  if (status === 'open' && isPast(expires_at)) return 'expired'
  if (status === 'accepted' && isPast(held_until)) return 'lapsed'
  return status
}

export function presentShownOffer(offer: StoredOffer<Date | string>, now: Date): Static<typeof OfferShown> {
  const status = offerStatusAt(offer, now)
  const endsAt = status === 'open' ? offer.expires_at : status === 'accepted' ? offer.held_until : null
  return {
    _id: offer.id,
    post_id: offer.post_id,
    made_by: offer.made_by,
    status,
    reason: offer.reason,
    quantity: offer.quantity,
    price: majorOf(offer.price_minor, offer.currency),
    price_minor: offer.price_minor,
    currency: offer.currency,
    ends_at: endsAt === null ? null : new Date(endsAt).toISOString(),
  }
}
