import { Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, OneOf, Shown } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { member } from '../access.ts'
import { ShownPostId } from '../ids.ts'
import { findOfferOf, noSuchOffer, offerNotAccepted } from '../offers/public.ts'
import { noSuchPost } from '../posts/public.ts'
import { balanceOf } from '../wallet/public.ts'
import { feeNow, termsOf, waysOf } from './checkout.ts'
import { cannotBuyOwn, notAvailable } from './problems.ts'
import { findOffered } from './queries.ts'
import { amountFields, deliveries, sharesOf } from './shapes.ts'

export const OrderQuote = Type.Object(
  {
    post_id: Id,
    title: Shown('Child bicycle, red'),
    quantity: Type.Integer(),
    left: Type.Integer({ description: 'how many there are for you' }),
    currency: Shown('EUR'),
    ...amountFields('price', 'of one piece'),
    ...amountFields('total', 'what you pay'),
    ...amountFields('fee', 'what the platform takes of it'),
    ...amountFields('seller_receives', 'the rest of it'),
    ...amountFields('wallet_available', 'what your wallet has in this currency'),
    deliveries: Type.Array(OneOf(deliveries)),
    mode: OneOf(paymentModes, { description: 'whether real money moves' }),
  },
  { title: 'OrderQuote' },
)

export const getOrderQuote = operation({
  source: 'not in the specification; what buying costs, with its fee, before anything is paid',
  method: 'GET',
  path: '/order-mgt/quote',
  summary: 'What you would pay for a listing, what of it is the platform’s, and how it can be had',
  access: member,
  query: Type.Object({
    post_id: ShownPostId,
    offer_id: Type.Optional({ ...Id, description: 'an offer of yours that was accepted' }),
    quantity: Type.Optional(Integer(1, 999, { description: 'one, or what the offer says, unless given' })),
  }),
  replies: { 200: { message: 'Quote made successfully', data: OrderQuote } },
  problems: [noSuchPost, noSuchOffer, offerNotAccepted, cannotBuyOwn, notAvailable],

  async handle({ query: { post_id, offer_id, ...query }, caller, ...reading }) {
    const { db, clock, services } = reading
    const post = await findOffered(db, post_id, caller.id, clock.now())
    if (!post) throw noSuchPost()
    const agreed = offer_id === undefined ? undefined : await findOfferOf(db, offer_id, caller.id)
    const wish = { offerId: offer_id ?? null, quantity: query.quantity, agreed, now: clock.now() }
    const terms = termsOf(post, caller.id, wish, 'query')
    const { currency, priceMinor: price_minor, quantity, offer } = terms
    const mode = services.moneyMode
    const { available_minor } = await balanceOf(db, caller.id, { currency, mode })
    const {
      refunded: _,
      refunded_minor: __,
      ...shares
    } = sharesOf({
      ...{ price_minor, currency, total_minor: price_minor * quantity, refunded_minor: 0 },
      fee_basis_points: feeNow(reading),
    })
    return {
      post_id,
      title: post.title,
      quantity,
      left: offer ? quantity : post.quantity - post.quantity_sold - post.held,
      currency,
      ...shares,
      wallet_available: majorOf(available_minor, currency),
      wallet_available_minor: available_minor,
      deliveries: waysOf(post),
      mode,
    }
  },
})
