import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { cardRemoved } from './announcements.ts'
import { countCards, lockOwnCard, removeCard } from './card-queries.ts'
import { forgetCard } from './jobs.ts'
import { cardInUse, noSuchCard } from './problems.ts'

export const deletePaymentMethod = operation({
  key: 'M102',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'DELETE',
  path: '/payment-mgt/delete-payment-method/{id}',
  summary: 'Remove one of your payment methods; the next newest is your default then',
  access: member,
  params: Type.Object({ id: Id }),
  replies: {
    200: {
      message: 'Payment method deleted successfully',
      data: Type.Object({ _id: Id, deleted: Type.Boolean() }),
    },
  },
  problems: [noSuchCard, cardInUse],

  async handle({ params: { id }, caller, ...work }) {
    const { db, clock, enqueue, announce } = work
    const card = await lockOwnCard(db, caller.id, id)
    if (!card) throw noSuchCard()
    if (card.removed_at) return { _id: id, deleted: true }
    const { provider, mode, provider_card_id: cardId } = card
    const hasAnother = (await countCards(db, card.customer_id)) > 1
    if (card.is_charged && !hasAnother) throw cardInUse()
    await announce(cardRemoved, { personId: caller.id, paymentMethodId: id, hasAnother })
    await removeCard(db, card.customer_id, id, clock.now())
    await enqueue(forgetCard, { provider, mode, cardId })
    return { _id: id, deleted: true }
  },
})
