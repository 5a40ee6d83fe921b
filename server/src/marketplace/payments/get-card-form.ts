import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { processorOf } from './payment-flow.ts'

export const getCardForm = operation({
  source: 'not in the specification; what a page needs to show the form that takes a card’s number',
  method: 'GET',
  path: '/payment-mgt/card-form',
  summary: 'See who processes cards here, and with which script a page shows their form',
  access: member,
  replies: {
    200: {
      message: 'Card form fetched successfully',
      data: Type.Object(
        {
          provider: Shown('stripe', 'stripe, or sandbox, which only pretends and has no form'),
          mode: OneOf(paymentModes, { description: 'whether real money moves' }),
          publishable_key: Nullable(Shown('pk_test_51Qexample'), 'null where pages show no form'),
          script_url: Nullable(Shown('https://js.stripe.com/v3/'), 'null where pages show no form'),
        },
        { title: 'CardForm' },
      ),
    },
  },
  problems: [providerNotConfigured],

  async handle({ services }) {
    const { provider, mode } = processorOf({ services })
    const { publishableKey = null, scriptUrl = null } = services.cardForm ?? {}
    return { provider, mode, publishable_key: publishableKey, script_url: scriptUrl }
  },
})
