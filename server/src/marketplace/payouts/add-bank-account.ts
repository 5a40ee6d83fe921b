import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { checkCurrency } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Line, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Bank } from '../../platform/payments/paying-out.ts'
import { providerNotConfigured, providerUnavailable } from '../../platform/provider-errors.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { warnOwner } from '../accounts/public.ts'
import { bankAccountsKept } from '../limits.ts'
import { paymentsOf, processorOf } from '../payments/public.ts'
import { inEachLanguage } from '../texts.ts'
import { lockPerson, selectUser } from '../users/public.ts'
import { insertBank, lockBanks, selectBank } from './bank-queries.ts'
import { removeBankThere } from './jobs.ts'
import { makePayee, payeeRowOf } from './payee.ts'
import type { PayeeRow } from './payee-queries.ts'
import {
  bankLimit,
  bankTokenInvalid,
  noSuchBankAccount,
  orTokenInvalid,
  verificationRequired,
} from './problems.ts'
import { BankAccount, presentBank } from './shapes.ts'
import { requireVerified } from './verified.ts'

/** When the provider is asked how a pending account stands. */
const lookAfterMs = days(1)

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
    country: Verbatim(2, 2, {
      pattern: '^[A-Z]{2}$',
      example: 'DE',
      description: 'where the bank is, ISO 3166-1',
    }),
    currency: Verbatim(3, 3, { pattern: '^[A-Z]{3}$', example: 'EUR' }),
  }),
  limit: { max: 60, windowSeconds: 3600 },
  replies: { 200: { message: 'Bank account added successfully', data: BankAccount } },
  problems: [bankTokenInvalid, bankLimit, verificationRequired, providerNotConfigured, providerUnavailable],

  async handle({ body, caller, ...flow }) {
    const { bank_token: token, holder_name: holderName, country, currency } = body
    checkCurrency(currency, 'body.currency')
    const payee = await flow.step('reserve', async (work) => {
      const processor = processorOf(work)
      requireVerified(caller, processor.mode)
      if ((await countBanks(work, caller.id)) >= configured(work.services, bankAccountsKept))
        throw bankLimit()
      return payeeRowOf(work, caller.id, { processor, country })
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

const countBanks = async ({ db }: Work, userId: string): Promise<number> =>
  (await lockBanks(db, userId)).filter(({ removed_at: removedAt }) => removedAt === null).length

/** Keeps an account, unless it is there already. The first one is the default. @returns our id of it. */
async function keepBank(
  work: Work,
  { payee, bank, holderName }: { payee: PayeeRow; bank: Bank; holderName: string },
): Promise<string> {
  const { db, clock } = work
  await lockPerson(db, payee.user_id)
  const live = (await lockBanks(db, payee.user_id)).filter(({ removed_at: removedAt }) => removedAt === null)
  const same = live.find((row) => row.payee_id === payee.id && row.fingerprint === bank.fingerprint)
  const twin = { payeeRowId: payee.id, providerBankId: bank.id }
  if (same) {
    if (same.provider_bank_id !== bank.id) await work.enqueue(removeBankThere, twin)
    return same.id
  }
  if (live.length >= configured(work.services, bankAccountsKept)) {
    await work.enqueue(removeBankThere, twin)
    throw bankLimit()
  }
  const [id, at] = [newId(), clock.now()]
  const lookAt = bank.status === 'pending' ? new Date(at.getTime() + lookAfterMs) : null
  const isDefault = !live.some(({ is_default: one }) => one) && bank.status === 'verified'
  await insertBank(db, {
    ...{ id, user_id: payee.user_id, payee_id: payee.id, holder_name: holderName, is_default: isDefault },
    ...{ bank, lookAt, at },
  })
  const person = await selectUser(db, payee.user_id)
  if (person)
    await warnOwner(work, person, {
      sourceEvent: `bank-account-added:${id}`,
      title: inEachLanguage(({ security }) => security.bankAccountAdded.title),
      message: inEachLanguage(({ security }) => security.bankAccountAdded.message(bank.bankName, bank.last4)),
    })
  return id
}
