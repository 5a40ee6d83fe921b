import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Shown, Verbatim } from '../../platform/operation/schema.ts'
import { scenarios } from '../../platform/payments/pretending.ts'
import { ProviderRefused, providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { noSuchSetupIntent, notInTestMode } from './problems.ts'

export const simulateSetup = operation({
  source:
    'not in the specification; what a phone does with its setup intent, by command. Never in production',
  method: 'POST',
  path: '/payment-mgt/simulate-setup',
  summary: 'Have the sandbox finish a setup intent with a card of your choice',
  access: member,
  runs: 'steps',
  body: Type.Object({
    client_secret: Verbatim(1, 300, {
      description: 'as `create-setup-intent` gave it',
      example: 'seti_sandbox_1_secret_2',
    }),
    scenario: Type.Optional(OneOf(scenarios, { default: 'success' })),
  }),
  replies: {
    200: {
      message: 'Setup intent finished successfully',
      data: Type.Object({ setup_intent_id: Shown('seti_sandbox_1') }, { title: 'SimulatedSetup' }),
    },
  },
  problems: [noSuchSetupIntent, notInTestMode, providerNotConfigured],

  async handle({ body: { client_secret: secret, scenario = 'success' }, outside, services }) {
    if (services.settings.isProduction) throw notInTestMode()
    const [id = ''] = secret.split('_secret_')
    await outside('finish', {
      async call({ payments }, { signal }) {
        const { pretending } = payments
        if (!pretending) throw notInTestMode()
        const intent = await payments.readSetupIntent(id, { signal })
        if (intent.clientSecret !== secret) throw noSuchSetupIntent()
        await pretending.finishSetup(id, pretending.testCardId(scenario), { signal })
        return true
      },
    }).catch(orNoSuchIntent)
    return { setup_intent_id: id }
  },
})

const orNoSuchIntent = (error: unknown): never => {
  throw error instanceof ProviderRefused ? noSuchSetupIntent() : error
}
