import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Shown } from '../../platform/operation/schema.ts'
import { type Scenario, scenarios } from '../../platform/payments/pretending.ts'
import { testCardIds } from '../../platform/payments/test-ids.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { processorOf } from './payment-flow.ts'
import { notInTestMode } from './problems.ts'

export const getTestPaymentId = operation({
  key: 'M92',
  source: 'named in the specification; method, path, input and shape chosen here',
  method: 'GET',
  path: '/payment-mgt/test-payment-id',
  summary: 'Get the name of a card to test with, which pretends what is asked for when it is charged',
  access: member,
  query: Type.Object({ scenario: Type.Optional(OneOf(scenarios, { default: 'success' })) }),
  replies: {
    200: {
      message: 'Test payment id fetched successfully',
      data: Type.Object(
        {
          payment_method_id: Shown('pm_sandbox_success', 'what saving a payment method takes'),
          scenario: OneOf(scenarios),
          provider: Shown('sandbox'),
        },
        { title: 'TestPaymentRecord' },
      ),
    },
  },
  problems: [notInTestMode, providerNotConfigured],

  async handle({ query: { scenario = 'success' }, services }) {
    const { provider, mode } = processorOf({ services })
    if (mode === 'live') throw notInTestMode()
    const ids: Record<Scenario, string> = testCardIds[provider]
    return { payment_method_id: ids[scenario], scenario, provider }
  },
})
