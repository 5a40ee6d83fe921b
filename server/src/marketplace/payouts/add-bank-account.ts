import { Type } from 'typebox'
import { CountryCode, countryOf } from '../../platform/country.ts'
import { checkCurrency } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Line, Verbatim } from '../../platform/operation/schema.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { bankAccountsKept } from '../limits.ts'
import { paymentsOf, processorOf } from '../payments/public.ts'
import { selectBank } from './bank-queries.ts'
import { countBanks, keepBank } from './kept-bank.ts'
import { makePayee, payeeRowOf } from './payee.ts'
import {
  bankLimit,
  bankTokenInvalid,
  noSuchBankAccount,
  orTokenInvalid,
  verificationRequired,
} from './problems.ts'
import { BankAccount, presentBank } from './shapes.ts'
import { requireVerified } from './verified.ts'

export const addBankAccount = operation({
  key: 'M96',
  source: 'named in the specification; method, path, fields and shape chosen here',
  method: 'POST',
  path: '/payment-mgt/add-bank-account',
  summary:
    'Add a bank account that you can be paid out to, by the token that the payment provider gave your phone',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    bank_token: Verbatim(1, 200, {
      example: 'btok_sandbox_verified',
      description: 'never the number itself',
    }),
    holder_name: Line(1, 100, { example: 'Ada Lovelace' }),
    country: CountryCode({ description: 'where the bank is, ISO 3166-1 alpha-2' }),
    currency: Verbatim(3, 3, { pattern: '^[A-Z]{3}$', example: 'EUR' }),
  }),
  limit: { max: 60, windowSeconds: 3600 },
  replies: { 200: { message: 'Bank account added successfully', data: BankAccount } },
  problems: [bankTokenInvalid, bankLimit, verificationRequired, providerNotConfigured, providerUnavailable],

  async handle({ body, caller, ...flow }) {
    const { bank_token: token, holder_name: holderName, currency } = body
    const country = countryOf(body.country, 'body.country')
    checkCurrency(currency, 'body.currency')
    const payee = await flow.step('reserve', async (work) => {
      const processor = processorOf(work)
      requireVerified(caller, processor.mode)
      const row = await payeeRowOf(work, caller.id, { processor, country })
      if ((await countBanks(work, row)) >= configured(work.services, bankAccountsKept)) throw bankLimit()
      return row
    })
    const payeeId = await makePayee(flow, payee)
    const wanted = { payeeId, token, holderName, country, currency }
    const bank = await flow.outside('bank', {
      call: (providers, asking) =>
        paymentsOf(providers, payee).payingOut.addBank(wanted, asking).catch(orTokenInvalid),
      find: (providers, asking) => paymentsOf(providers, payee).payingOut.findBank(wanted, asking),
    })
    const id = await flow.step('keep', (work) => keepBank(work, { payee, bank, holderName }))
    const row = await flow.read(({ db }) => selectBank(db, id))
    if (!row) throw noSuchBankAccount()
    return presentBank(row)
  },
})
