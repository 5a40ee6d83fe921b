import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import type { Card } from '../../platform/payments/charging.ts'
import type { Payments } from '../../platform/payments/port.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { processorOf } from './payment-flow.ts'
import {
  cardDeclined,
  cardLimit,
  noSuchCard,
  orCardRefused,
  paymentDeclined,
  rawCardRefused,
} from './problems.ts'
import { customerRowOf, makeCustomer, paymentsOf } from './processor.ts'
import { keepCard, refuseCardNumbers } from './saving-cards.ts'
import { CardRecord, presentCard } from './shapes.ts'

export const savePaymentMethod = operation({
  key: 'M90',
  source: 'named in the specification; method, path, input and shape chosen here',
  method: 'POST',
  path: '/payment-mgt/save-payment-method',
  summary:
    'Save a card that the payment provider knows, by its name there or by the setup intent that saved it',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    payment_method_id: Type.Optional(
      Verbatim(1, 200, { description: 'the provider’s name for the card', example: 'pm_sandbox_success' }),
    ),
    setup_intent_id: Type.Optional(
      Verbatim(1, 200, { description: 'one of yours that has succeeded', example: 'seti_1Q2w3e' }),
    ),
    make_default: Type.Optional(Type.Boolean({ default: false })),
  }),
  replies: { 200: { message: 'Payment method saved successfully', data: CardRecord } },
  problems: [
    rawCardRefused,
    paymentDeclined,
    cardDeclined,
    noSuchCard,
    cardLimit,
    providerNotConfigured,
    providerUnavailable,
  ],
  // Whoever has many stolen cards tries them out by saving them.
  limit: { max: 60, windowSeconds: 3600 },

  async handle({ body, caller, ...flow }) {
    const { payment_method_id: cardId, setup_intent_id: intentId, make_default: wantsDefault = false } = body
    const { outside, step, clock } = flow
    refuseCardNumbers(`${cardId ?? ''}\n${intentId ?? ''}`)
    if ((cardId === undefined) === (intentId === undefined))
      throw invalidField('body.payment_method_id', 'one', 'is needed, or setup_intent_id instead of it')
    const { customer, processor } = await step('reserve', async (work) => {
      const processor = processorOf(work)
      return { processor, customer: await customerRowOf(work, caller.id, processor) }
    })
    const customerId =
      customer.provider_customer_id ?? (await makeCustomer(flow, processor, caller.id, customer))
    const card = await outside('save', {
      async call(providers, asking): Promise<Card> {
        const payments = paymentsOf(providers, processor)
        const wanted = cardId ?? (await cardSavedWith(payments, intentId ?? '', customerId, asking.signal))
        return payments.saveCard({ customerId, cardId: wanted }, asking)
      },
    }).catch(orCardRefused)
    const kept = await step('keep', (work) => keepCard(work, customer.id, { card, processor, wantsDefault }))
    if (!kept) throw cardLimit()
    return presentCard(kept, clock.now())
  },
})

/** @throws NO_SUCH_PAYMENT_METHOD unless it is an intent of the customer, and finished */
async function cardSavedWith(
  payments: Payments,
  intentId: string,
  customerId: string,
  signal: AbortSignal,
): Promise<string> {
  const intent = await payments.readSetupIntent(intentId, { signal })
  if (intent.customerId !== customerId || intent.status !== 'succeeded' || intent.cardId === null)
    throw noSuchCard()
  return intent.cardId
}
