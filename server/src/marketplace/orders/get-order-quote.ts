import { Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, OneOf, Shown } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { member } from '../access.ts'
import { ShownPostId } from '../ids.ts'
import { noSuchPost } from '../posts/public.ts'
import { balanceOf } from '../wallet/public.ts'
import { checkOffered, feeNow, waysOf } from './buying.ts'
import { cannotBuyOwn, notAvailable } from './problems.ts'
import { findOffered } from './queries.ts'
import { amountFields, deliveries, sharesOf } from './shapes.ts'

export const OrderQuote = Type.Object(
  {
    post_id: Id,
    title: Shown('Child bicycle, red'),
    quantity: Type.Integer(),
    left: Type.Integer({ description: 'how many there are' }),
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
    quantity: Type.Optional(Integer(1, 999, { default: 1 })),
  }),
  replies: { 200: { message: 'Quote made successfully', data: OrderQuote } },
  problems: [noSuchPost, cannotBuyOwn, notAvailable],

  async handle({ query: { post_id, quantity = 1 }, caller, ...reading }) {
    const { db, clock, services } = reading
    const post = await findOffered(db, post_id, caller.id, clock.now())
    if (!post) throw noSuchPost()
    checkOffered(post, caller.id, quantity)
    const { currency, price_minor } = post
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
      left: post.quantity - post.quantity_sold,
      currency,
      ...shares,
      wallet_available: majorOf(available_minor, currency),
      wallet_available_minor: available_minor,
      deliveries: waysOf(post),
      mode,
    }
  },
})
