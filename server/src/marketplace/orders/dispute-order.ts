import { Type } from 'typebox'
import { minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Money, OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { uploadNotUsable } from '../files/public.ts'
import { checkMoneyMoves, moneyStopped } from '../wallet/public.ts'
import { OrderDetail } from './detail-shapes.ts'
import { open } from './dispute.ts'
import { disputeReasons } from './dispute-queries.ts'
import { keptOf } from './money.ts'
import { lockBought, readOrder } from './order-of-party.ts'
import { invalidTransition, noSuchOrder, orderFrozen, pricePrecision, refundTooLarge } from './problems.ts'
import { sayingFields } from './statement-fields.ts'

export const disputeOrder = operation({
  source: 'not in the specification; before the money is the seller’s for good',
  method: 'POST',
  path: '/order-mgt/dispute',
  summary: 'Say that something is wrong with what you bought: the money is held until it is decided',
  access: member,
  idempotency: 'required',
  body: Type.Object({
    order_id: Id,
    reason: OneOf(disputeReasons),
    wanted: Type.Optional(
      Money(0, 99_999_999_999, {
        description: 'what you want back, in major units; all of it unless said',
      }),
    ),
    ...sayingFields,
  }),
  replies: { 200: { message: 'Dispute opened successfully', data: OrderDetail } },
  problems: [
    noSuchOrder,
    invalidTransition,
    orderFrozen,
    pricePrecision,
    refundTooLarge,
    uploadNotUsable,
    moneyStopped,
  ],

  async handle({ body, caller, ...work }) {
    await checkMoneyMoves(work)
    const order = await lockBought(work, body.order_id, caller)
    const { reason, wanted, text, evidence = [] } = body
    const wantedMinor = wanted === undefined ? keptOf(order) : minorOf(wanted, order.currency, 'body.wanted')
    if (wanted !== undefined && wantedMinor === 0)
      throw invalidField('body.wanted', 'minimum', 'must be more than nothing')
    await open(work, order, { reason, wantedMinor, saying: { text, uploadIds: evidence } })
    return readOrder(work, order.id, caller)
  },
})
