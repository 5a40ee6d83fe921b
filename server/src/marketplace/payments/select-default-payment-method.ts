import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { lockOwnCard, makeDefault, selectCards } from './card-queries.ts'
import { noSuchCard } from './problems.ts'
import { CardRecord, presentCard } from './shapes.ts'

export const selectDefaultPaymentMethod = operation({
  source: 'not in the specification; which card is meant where none is named',
  method: 'PUT',
  path: '/payment-mgt/select-default-payment-method',
  summary: 'Choose the card that you pay with unless you say another one',
  access: member,
  body: Type.Object({ payment_method_id: Id }),
  replies: { 200: { message: 'Default payment method selected successfully', data: CardRecord } },
  problems: [noSuchCard],

  async handle({ body: { payment_method_id: id }, caller, db, clock, services }) {
    const { paymentProvider: provider, moneyMode: mode } = services
    const own = await lockOwnCard(db, caller.id, id)
    if (!own || provider === null) throw noSuchCard()
    const card = (await selectCards(db, caller.id, { provider, mode })).find((one) => one.id === id)
    if (!card) throw noSuchCard()
    await makeDefault(db, own.customer_id, id)
    return presentCard({ ...card, is_default: true }, clock.now())
  },
})
