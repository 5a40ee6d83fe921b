import { Type } from 'typebox'
import { countryOf } from '../../platform/country.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Integer, Money, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { ShownPostId } from '../ids.ts'
import { noSuchOffer, offerNotAccepted } from '../offers/public.ts'
import { askForPayment, noPaymentMethod, noSuchCard, paymentDeclined } from '../payments/public.ts'
import { noSuchPost } from '../posts/public.ts'
import { checkMoneyMoves, insufficientFunds, moneyStopped } from '../wallet/public.ts'
import { begin, sources, type Wish } from './checkout.ts'
import { OrderDetail, presentDetail } from './detail-shapes.ts'
import { readOrder } from './order-of-party.ts'
import { openCardPart } from './payment.ts'
import { alreadyOrdered, cannotBuyOwn, notAvailable, priceChanged, pricePrecision } from './problems.ts'
import { AddressInput, deliveries } from './shapes.ts'

const Purchase = Type.Object(
  {
    ...OrderDetail.properties,
    client_secret: Nullable(
      Shown('pi_1Q2w3e_secret_4r5t'),
      'while your bank wants to ask you: your phone finishes the payment with it; tell nobody',
    ),
  },
  { title: 'Purchase' },
)

export const purchaseItem = operation({
  key: 'M101',
  source: 'named in the specification; method, path and shapes chosen here',
  method: 'POST',
  path: '/payment-mgt/purchase-item',
  summary: 'Buy a listing: its pieces are yours from here on, and the money is held until you have them',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    post_id: ShownPostId,
    offer_id: Type.Optional({
      ...Id,
      description:
        'an offer of yours that was accepted: its price and its pieces hold, and they are kept for you',
    }),
    quantity: Type.Optional(Integer(1, 999, { description: 'one, or what the offer says, unless given' })),
    source: OneOf(sources, {
      description: 'of both, the wallet gives what it has and the card the rest',
    }),
    payment_method_id: Type.Optional({ ...Id, description: 'a card of yours; the default unless said' }),
    delivery: OneOf(deliveries),
    address: Type.Optional(AddressInput),
    expected_price: Type.Optional(
      Money(0, 99_999_999.99, { description: 'of one piece, as you saw it; refused when it is another' }),
    ),
  }),
  replies: { 200: { message: 'Order placed successfully', data: Purchase } },
  problems: [
    noSuchPost,
    noSuchOffer,
    offerNotAccepted,
    cannotBuyOwn,
    notAvailable,
    priceChanged,
    pricePrecision,
    alreadyOrdered,
    insufficientFunds,
    noPaymentMethod,
    noSuchCard,
    paymentDeclined,
    providerNotConfigured,
    moneyStopped,
  ],

  limit: { max: 120, windowSeconds: 3600 },

  async handle({ body, caller, ...flow }) {
    const wish: Wish = {
      postId: body.post_id,
      offerId: body.offer_id ?? null,
      quantity: body.quantity,
      source: body.source,
      delivery: body.delivery,
      address: body.address
        ? { ...body.address, country: countryOf(body.address.country, 'body.address.country') }
        : null,
      expectedPrice: body.expected_price,
    }
    if (body.source === 'wallet')
      return flow.conclude('buy', async (work) => {
        await checkMoneyMoves(work)
        const begun = await begin(work, caller.id, wish)
        return { ...presentDetail(begun, caller.id, work), client_secret: null }
      })
    const { detail, payment } = await flow.step('begin', async (work) => {
      await checkMoneyMoves(work)
      const { order } = await begin(work, caller.id, wish)
      const isAwaited = order.status === 'pending_payment'
      return {
        payment: isAwaited ? await openCardPart(work, order, body.payment_method_id) : null,
        detail: await readOrder(work, order.id, caller),
      }
    })
    if (!payment) return { ...detail, client_secret: null }
    const { status, declineCode, clientSecret } = await askForPayment(flow, payment)
    if (status === 'failed') throw paymentDeclined({ details: { reason: declineCode } })
    const paid = await flow.read((reading) => readOrder(reading, detail._id, caller))
    return { ...paid, client_secret: clientSecret }
  },
})
