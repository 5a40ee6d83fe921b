import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { checkCurrency, majorOf, minorOf, pricePrecision } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Money, Verbatim } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { PaymentMode } from '../../platform/payments/port.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { member } from '../access.ts'
import { payoutLeast, payoutMost } from '../limits.ts'
import { amountOutOfRange } from '../payments/public.ts'
import { lockPerson } from '../users/public.ts'
import { checkMoneyMoves, insufficientFunds, moneyStopped, owedBy } from '../wallet/public.ts'
import { payoutAsked } from './announcements.ts'
import { type OwnedBank, selectBanks } from './bank-queries.ts'
import { paidOutSince } from './payout-queries.ts'
import {
  bankNotVerified,
  noBankAccount,
  noSuchBankAccount,
  payoutsHeld,
  verificationRequired,
} from './problems.ts'
import { requestPayout } from './requesting.ts'
import { PayoutRecord, presentPayout } from './shapes.ts'
import { requireVerified } from './verified.ts'

/** Real money does not go to an account that somebody else may just have added. */
const holdMs = days(1)

export const transferToConnectedAccount = operation({
  key: 'M98',
  source: 'named in the specification; method, path, fields and shape chosen here',
  method: 'POST',
  path: '/payment-mgt/transfer-to-connected-account',
  summary: 'Be paid out what is available in your wallet',
  access: member,
  idempotency: 'required',
  body: Type.Object({
    amount: { ...Money(0, 1e15), examples: [12.5, 25] },
    currency: Verbatim(3, 3, { pattern: '^[A-Z]{3}$', example: 'EUR' }),
    bank_account_id: Type.Optional({
      ...Id,
      description: 'your default one, or else the newest of this currency, unless said',
    }),
  }),
  limit: { max: 60, windowSeconds: 3600 },
  replies: { 200: { message: 'Payout requested successfully', data: PayoutRecord } },
  problems: [
    insufficientFunds,
    amountOutOfRange,
    pricePrecision,
    noSuchBankAccount,
    noBankAccount,
    bankNotVerified,
    payoutsHeld,
    verificationRequired,
    moneyStopped,
  ],

  async handle({ body: { amount, currency, bank_account_id: bankId }, caller, ...work }) {
    await checkMoneyMoves(work)
    const { moneyMode: mode, paymentProvider: provider } = work.services
    requireVerified(caller, mode)
    checkCurrency(currency, 'body.currency')
    const amountMinor = minorOf(amount, currency, 'body.amount')
    await lockPerson(work.db, caller.id)
    const bank = choose(await selectBanks(work.db, caller.id, { provider, mode }), currency, bankId)
    checkHeld(bank, work.clock.now())
    await checkOwed(work, caller.id, { currency, mode })
    await checkAmount(work, caller.id, { amountMinor, currency })
    await work.announce(payoutAsked, { personId: caller.id, amountMinor, currency, mode })
    return presentPayout(await requestPayout(work, { personId: caller.id, bank, amountMinor, currency }))
  },
})

/** @throws NO_SUCH_BANK_ACCOUNT, BANK_NOT_VERIFIED, NO_BANK_ACCOUNT */
function choose(banks: readonly OwnedBank[], currency: string, id: string | undefined): OwnedBank {
  if (id === undefined) {
    const found = banks.find((bank) => bank.currency === currency && bank.status === 'verified')
    if (!found) throw noBankAccount()
    return found
  }
  const named = banks.find((bank) => bank.id === id)
  if (!named) throw noSuchBankAccount()
  if (named.status !== 'verified') throw bankNotVerified()
  if (named.currency !== currency) throw noBankAccount()
  return named
}

/** @throws PAYOUTS_HELD */
function checkHeld({ is_payable: isPayable, mode, created_at: createdAt }: OwnedBank, now: Date): void {
  if (!isPayable) throw payoutsHeld({ details: { reason: 'identity' } })
  const until = new Date(createdAt.getTime() + holdMs)
  if (mode === 'live' && until > now)
    throw payoutsHeld({ details: { reason: 'new_bank_account', until: until.toISOString() } })
}

/** What a bank took back comes before what somebody is paid. @throws PAYOUTS_HELD saying how much */
async function checkOwed(
  work: Work,
  personId: string,
  money: { currency: string; mode: PaymentMode },
): Promise<void> {
  const owed = await owedBy(work, personId, money)
  if (owed > 0)
    throw payoutsHeld({
      details: { reason: 'owed', owed: majorOf(owed, money.currency), currency: money.currency },
    })
}

/** @throws AMOUNT_OUT_OF_RANGE with what is left of a day's */
async function checkAmount(
  { db, clock, services }: Work,
  userId: string,
  { amountMinor, currency }: { amountMinor: number; currency: string },
): Promise<void> {
  const since = new Date(clock.now().getTime() - days(1))
  const paid = await paidOutSince(db, userId, { since, currency, mode: services.moneyMode })
  const least = minorOf(configured(services, payoutLeast), currency, 'body.amount')
  const most = minorOf(configured(services, payoutMost), currency, 'body.amount') - paid
  if (amountMinor >= least && amountMinor <= most) return
  const [minimum, maximum] = [majorOf(least, currency), majorOf(Math.max(most, 0), currency)]
  throw amountOutOfRange({ details: { minimum, maximum, currency } })
}
