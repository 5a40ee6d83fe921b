import { type Static, Type } from 'typebox'
import { pictureUrl } from '../../platform/media/uploads.ts'
import {
  Id,
  Integer,
  Money,
  Nullable,
  OneOf,
  Shown,
  Text,
  Timestamp,
} from '../../platform/operation/schema.ts'
import { type OfferSide, offerFields, offerSides, presentShownOffer } from '../chat/public.ts'
import type { NamedOfferRow, OfferRow } from './queries.ts'

/** What somebody proposes. */
export const proposalFields = {
  price: Money(0.001, 99_999_999.99, {
    description: 'of one piece, in major units of the currency of the listing, exact to its decimals',
  }),
  quantity: Type.Optional(Integer(1, 999, { description: 'one unless said' })),
}

export const Note = Text(0, 500, { example: 'I could come by tonight.' })

const actions = ['accept', 'decline', 'counter', 'withdraw', 'buy'] as const

const Party = Type.Object({ _id: Id, name: Shown('Ada Lovelace') })

export const Offer = Type.Object(
  {
    ...offerFields,
    role: OneOf(offerSides, { description: 'what you are in it' }),
    title: Shown('Child bicycle, red'),
    postImage: Shown('https://plaza.example/media/0197b3a1/1280.webp', 'empty where there is none'),
    chatroom_id: Id,
    note: Shown('I could come by tonight.'),
    answers: Nullable(Id, 'the offer that it answers'),
    buyer: Party,
    seller: Party,
    actions: Type.Array(OneOf(actions), { description: 'what you can do about it now' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Offer' },
)

export const OfferFloor = Type.Object(
  {
    post_id: Id,
    currency: Shown('EUR'),
    price: Nullable(Type.Number(), 'of one piece; null where you named none'),
    price_minor: Nullable(Type.Integer()),
  },
  { title: 'OfferFloor' },
)

export const sideOf = ({ buyer_id }: Pick<OfferRow, 'buyer_id'>, personId: string): OfferSide =>
  personId === buyer_id ? 'buyer' : 'seller'

function actionsOf(status: OfferRow['status'], isOwn: boolean, side: OfferSide): (typeof actions)[number][] {
  if (status === 'open') return isOwn ? ['withdraw'] : ['accept', 'decline', 'counter']
  return status === 'accepted' && side === 'buyer' ? ['withdraw', 'buy'] : []
}

export function presentOffer(
  row: NamedOfferRow,
  callerId: string,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Static<typeof Offer> {
  const role = sideOf(row, callerId)
  const shown = presentShownOffer(row, now)
  return {
    ...shown,
    role,
    title: row.title,
    postImage: row.photo_id ? pictureUrl(publicUrl, row.photo_id) : '',
    chatroom_id: row.room_id,
    note: row.note,
    answers: row.answers,
    buyer: { _id: row.buyer_id, name: row.buyer_name },
    seller: { _id: row.seller_id, name: row.seller_name },
    actions: actionsOf(shown.status, row.made_by === role, role),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
