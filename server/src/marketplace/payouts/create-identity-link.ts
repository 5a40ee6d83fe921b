import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Shown } from '../../platform/operation/schema.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { paymentsOf, processorOf } from '../payments/public.ts'
import { keepPayee, selectPayee } from './payee-queries.ts'
import { noSuchBankAccount } from './problems.ts'

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
  summary: 'Get the page of the payment provider on which you say who you are, so that you can be paid out',
  access: member,
  runs: 'steps',
  limit: { max: 30, windowSeconds: 3600 },
  replies: { 200: { message: 'Link created successfully', data: IdentityLink } },
  problems: [noSuchBankAccount, providerNotConfigured, providerUnavailable],

  async handle({ caller, publicUrl, ...flow }) {
    const payee = await flow.step('payee', async (work) => selectPayee(work.db, caller.id, processorOf(work)))
    const payeeId = payee?.provider_payee_id
    if (!payee || !payeeId) throw noSuchBankAccount()
    const { isPayable, url } = await flow.outside('link', {
      async call(providers, asking) {
        const { payingOut } = paymentsOf(providers, payee)
        const { isPayable } = await payingOut.readPayee(payeeId, asking)
        return {
          isPayable,
          ...(await payingOut.payeeLink({ payeeId, returnUrl: `${publicUrl}/wallet` }, asking)),
        }
      },
      // Another link does no harm.
      find: async () => undefined,
    })
    await flow.step('keep', ({ db }) => keepPayee(db, payee.id, { providerId: payeeId, isPayable }))
    return { is_payable: isPayable, url }
  },
})
