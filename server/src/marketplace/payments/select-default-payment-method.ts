import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockOwnCard, makeDefault } from './card-queries.ts'
import { noSuchCard } from './problems.ts'

export const selectDefaultPaymentMethod = operation({
  source: 'not in the specification; a card that is the default need not be saved again',
  method: 'PUT',
  path: '/payment-mgt/select-default-payment-method',
  summary: 'Choose the card that pays unless you say another one',
  access: member,
  body: Type.Object({ payment_method_id: Id }),
  replies: {
    200: {
      message: 'Default payment method selected successfully',
      data: Type.Object({ _id: Id, is_default: Type.Boolean() }, { title: 'DefaultPaymentMethod' }),
    },
  },
  problems: [noSuchCard],

  async handle({ body: { payment_method_id: id }, caller, db }) {
    const card = await lockOwnCard(db, caller.id, id)
    if (!card || card.removed_at) throw noSuchCard()
    await makeDefault(db, card.customer_id, id)
    return { _id: id, is_default: true }
  },
})
