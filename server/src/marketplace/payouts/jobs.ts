import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../platform/operation/schema.ts'
import type { BankState } from '../../platform/payments/paying-out.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { ProviderRefused } from '../../platform/provider-errors.ts'
import { paymentsOf } from '../payments/public.ts'
import { lockBanks, selectBank, setDefaultBank, takeBanksToLookAt, updateBankStatus } from './bank-queries.ts'
import { letGo } from './letting-go.ts'
import { payeeWithId } from './payee-queries.ts'
import { takePayoutsToLookAt } from './payout-queries.ts'
import { advance, lookEveryMs } from './progress.ts'

const most = 500

/** Sends a payout, or finds out what became of it. */
export const advancePayout = job({
  name: 'marketplace.payouts.advance',
  data: Type.Object({ payoutId: Id }),
  runs: 'steps',
  handle: (flow, { payoutId }) => advance(flow, payoutId),
})

/** Finds out whether a bank account can be paid to now. */
export const lookAtBank = job({
  name: 'marketplace.payouts.look-at-bank',
  data: Type.Object({ bankAccountId: Id }),
  runs: 'steps',
  async handle(flow, { bankAccountId: id }) {
    const bank = await flow.read(({ db }) => selectBank(db, id))
    if (!bank) return
    const { provider_payee_id: payeeId, provider_bank_id: bankId } = bank
    const status = await flow.outside<BankState | 'gone'>('look', {
      call: async (providers, asking) => {
        const { payingOut } = paymentsOf(providers, bank)
        const found = await payingOut.readBank({ payeeId, bankId }, asking).catch(goneIfMissing)
        return found === 'gone' ? found : found.status
      },
    })
    await flow.step('keep', async (work) => {
      const { db, clock } = work
      const all = await lockBanks(db, bank.user_id)
      if (status === 'gone')
        return letGo(
          work,
          all,
          all.filter((one) => one.id === id && one.provider_bank_id === bankId),
        )
      const lookAt = status === 'pending' ? new Date(clock.now().getTime() + lookEveryMs) : null
      await updateBankStatus(db, id, { status, lookAt })
      const live = all.filter((one) => one.payee_id === bank.payee_id && one.removed_at === null)
      if (status === 'verified' && !live.some(({ is_default: one }) => one))
        await setDefaultBank(db, bank.payee_id, id)
    })
  },
})

/** Its owner has removed it at the provider. */
function goneIfMissing(error: unknown): 'gone' {
  if (error instanceof ProviderRefused && error.code === 'resource_missing') return 'gone'
  throw error
}

/** Asks for everything that the provider has not told the end of. */
export const lookAtPayouts = job({
  name: 'marketplace.payouts.look',
  cron: '*/10 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    const now = clock.now()
    const turn = { now, next: new Date(now.getTime() + lookEveryMs), most }
    for (const payoutId of await takePayoutsToLookAt(db, turn)) await enqueue(advancePayout, { payoutId })
    for (const bankAccountId of await takeBanksToLookAt(db, turn))
      await enqueue(lookAtBank, { bankAccountId })
  },
})

/** Has the provider forget a bank account that somebody removed, or added a second time. */
export const removeBankThere = job({
  name: 'marketplace.payouts.remove-bank',
  data: Type.Object({ payeeRowId: Id, providerBankId: Type.String() }),
  runs: 'steps',
  async handle(flow, { payeeRowId, providerBankId: bankId }) {
    const row = await flow.read(({ db }) => payeeWithId(db, payeeRowId))
    const payeeId = row?.provider_payee_id
    if (!row || !payeeId) return
    await flow.outside('remove', {
      async call(providers, asking) {
        await paymentsOf(providers, row).payingOut.removeBank({ payeeId, bankId }, asking)
        return true
      },
      // To ask for it once more does no harm.
      find: async () => undefined,
    })
  },
})

/** Whoever was asked for a payee waits no longer than this for it to be made. */
const madeWithinMs = days(1)

/** Has the provider forget a person who left, with their bank accounts. */
export const deletePayee = job({
  name: 'marketplace.payouts.delete-payee',
  data: Type.Object({
    key: Id,
    provider: OneOf(['sandbox', 'stripe']),
    mode: OneOf(paymentModes),
    payeeId: Nullable(Type.String()),
    askedAt: Timestamp,
  }),
  runs: 'steps',
  // About a day, with pauses of ten minutes at last.
  retries: 150,
  async handle({ outside, clock }, { key, provider, mode, payeeId, askedAt }) {
    const from = new Date(askedAt)
    await outside('delete', {
      async call(providers, { signal }) {
        const { payingOut } = paymentsOf(providers, { provider, mode })
        const isOld = clock.now().getTime() - from.getTime() > madeWithinMs
        const found =
          payeeId ?? (isOld ? undefined : (await payingOut.findPayee({ askedAt: from }, { key, signal }))?.id)
        if (found !== undefined) await payingOut.deletePayee(found, { signal })
        return true
      },
      find: async () => undefined,
    })
  },
  async onLastFailure({ services }, { key, provider, payeeId }, reason) {
    services.log.warn({ key, provider, payeeId, reason }, 'a payee who left is still at the provider')
  },
  // It was said in the log alone.
  onRevive: async () => null,
})
