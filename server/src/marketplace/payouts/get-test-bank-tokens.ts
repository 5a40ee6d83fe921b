import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf, Shown } from '../../platform/operation/schema.ts'
import { type BankScenario, bankScenarios, testBankTokens } from '../../platform/payments/test-ids.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { notInTestMode, processorOf } from '../payments/public.ts'

export const getTestBankTokens = operation({
  key: 'M93',
  source: 'named in the specification; method, path and shape chosen here',
  method: 'GET',
  path: '/payment-mgt/test-bank-tokens',
  summary: 'Get names of bank accounts to test with, by what becomes of them',
  access: member,
  replies: {
    200: {
      message: 'Test bank tokens fetched successfully',
      data: Type.Array(
        Type.Object(
          {
            scenario: OneOf(bankScenarios),
            bank_token: Shown('btok_sandbox_verified', 'what adding a bank account takes'),
            provider: Shown('sandbox'),
          },
          { title: 'TestBankToken' },
        ),
      ),
    },
  },
  problems: [notInTestMode, providerNotConfigured],

  async handle({ services }) {
    const { provider, mode } = processorOf({ services })
    if (mode === 'live') throw notInTestMode()
    const tokens: Record<BankScenario, string> = testBankTokens[provider]
    return bankScenarios.map((scenario) => ({ scenario, bank_token: tokens[scenario], provider }))
  },
})
