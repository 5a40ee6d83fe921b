import { Type } from 'typebox'
import { CountryCode, countryOf } from '../../platform/country.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Shown } from '../../platform/operation/schema.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { paymentsOf, processorOf } from '../payments/public.ts'
import { makePayee, payeeRowOf } from './payee.ts'
import { keepPayee, selectPayee } from './payee-queries.ts'
import { bankTokenInvalid, noSuchBankAccount, verificationRequired } from './problems.ts'
import { requireVerified } from './verified.ts'

const IdentityLink = Type.Object(
  {
    is_payable: Type.Boolean({
      description: 'whether the provider pays you already; then there is nothing to do',
    }),
    url: Shown('https://connect.stripe.com/setup/e/acct_1Q2w3e', 'good for minutes and for one visit'),
  },
  { title: 'IdentityLink' },
)

export const createIdentityLink = operation({
  source: 'not in the specification; where a seller says to the payment provider who they are',
  method: 'POST',
  path: '/payment-mgt/identity-link',
  summary:
    'Get the page of the payment provider on which you say who you are and to which bank account you are paid out',
  access: member,
  runs: 'steps',
  query: Type.Object({
    country: Type.Optional(
      CountryCode({
        description: 'where your bank is, ISO 3166-1 alpha-2; needed by who has no bank account yet',
      }),
    ),
  }),
  limit: { max: 30, windowSeconds: 3600 },
  replies: { 200: { message: 'Link created successfully', data: IdentityLink } },
  problems: [
    noSuchBankAccount,
    bankTokenInvalid,
    verificationRequired,
    providerNotConfigured,
    providerUnavailable,
  ],

  async handle({ caller, query, ...flow }) {
    const country = query.country === undefined ? undefined : countryOf(query.country, 'query.country')
    const payee = await flow.step('reserve', async (work) => {
      const processor = processorOf(work)
      const known = await selectPayee(work.db, caller.id, processor)
      if (known?.provider_payee_id) return known
      if (country === undefined) throw noSuchBankAccount()
      requireVerified(caller, processor.mode)
      return payeeRowOf(work, caller.id, { processor, country })
    })
    const payeeId = await makePayee(flow, payee)
    const { isPayable, url } = await flow.outside('link', {
      async call(providers, asking) {
        const { payingOut } = paymentsOf(providers, payee)
        const { isPayable } = await payingOut.readPayee(payeeId, asking)
        const returnUrl = `${flow.publicUrl}/wallet/bank-accounts?returned=true`
        return { isPayable, ...(await payingOut.payeeLink({ payeeId, returnUrl }, asking)) }
      },
      // Another link does no harm.
      find: async () => undefined,
    })
    await flow.step('keep', ({ db }) => keepPayee(db, payee.id, { providerId: payeeId, isPayable }))
    return { is_payable: isPayable, url }
  },
})
