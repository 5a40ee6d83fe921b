import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { readOwnPayment } from './own-payment.ts'
import { noSuchPayment } from './problems.ts'
import { OwnPaymentRecord } from './shapes.ts'

export const getPayment = operation({
  source: 'not in the specification; how a payment stands, for a phone that was away meanwhile',
  method: 'GET',
  path: '/payment-mgt/payment/{id}',
  summary: 'See how a payment of yours stands, and go on with it while your bank or PayPal waits for you',
  access: member,
  params: Type.Object({ id: Id }),
  replies: { 200: { message: 'Payment fetched successfully', data: OwnPaymentRecord } },
  problems: [noSuchPayment],

  handle: ({ params: { id }, caller, ...reading }) => readOwnPayment(reading, { id, payerId: caller.id }),
})
