import type { Flow } from '../../platform/operation/work.ts'
import { paymentsOf } from '../payments/public.ts'
import { keepFoundBanks } from './kept-bank.ts'
import { keepPayee, type PayeeRow } from './payee-queries.ts'

/** Asks the provider whether it pays somebody and to which accounts, and keeps what is new. */
export async function gatherBanks(
  flow: Pick<Flow, 'outside' | 'step'>,
  row: PayeeRow & { provider_payee_id: string },
): Promise<void> {
  const payeeId = row.provider_payee_id
  const { isPayable, banks } = await flow.outside('banks', {
    async call(providers, asking) {
      const { payingOut } = paymentsOf(providers, row)
      const { isPayable } = await payingOut.readPayee(payeeId, asking)
      return { isPayable, banks: await payingOut.listBanks(payeeId, asking) }
    },
  })
  await flow.step('keep', async (work) => {
    await keepPayee(work.db, row.id, { providerId: payeeId, isPayable })
    await keepFoundBanks(work, row, banks)
  })
}
