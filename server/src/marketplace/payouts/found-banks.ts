import type { Flow } from '../../platform/operation/work.ts'
import { paymentsOf } from '../payments/public.ts'
import { keepFoundBanks } from './kept-bank.ts'
import { keepPayee, type PayeeRow } from './payee-queries.ts'

/** Asks the provider whether it pays somebody and to which accounts, keeps what is new, and lets go what is not there any more. */
export async function gatherBanks(
  flow: Pick<Flow, 'outside' | 'step' | 'clock'>,
  row: PayeeRow & { provider_payee_id: string },
): Promise<void> {
  const payeeId = row.provider_payee_id
  const { isPayable, banks, askedAt } = await flow.outside('banks', {
    async call(providers, asking) {
      const { payingOut } = paymentsOf(providers, row)
      const { isPayable } = await payingOut.readPayee(payeeId, asking)
      const askedAt = flow.clock.now()
      return { isPayable, banks: await payingOut.listBanks(payeeId, asking), askedAt }
    },
  })
  await flow.step('keep', async (work) => {
    await keepPayee(work.db, row.id, { providerId: payeeId, isPayable })
    await keepFoundBanks(work, row, { banks, askedAt })
  })
}
