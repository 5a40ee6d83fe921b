import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { member } from '../access.ts'
import { selectCards } from './card-queries.ts'
import { CardRecord, presentCard } from './shapes.ts'

export const getPaymentMethods = operation({
  key: 'M91',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'GET',
  path: '/payment-mgt/get-payment-methods',
  summary: 'List your payment methods, the default first',
  access: member,
  replies: { 200: { message: 'Payment methods fetched successfully', data: Type.Array(CardRecord) } },

  async handle({ caller, db, clock, services }) {
    const { paymentProvider: provider, moneyMode: mode } = services
    const rows = provider === null ? [] : await selectCards(db, caller.id, { provider, mode })
    return rows.map((row) => presentCard(row, clock.now()))
  },
})
