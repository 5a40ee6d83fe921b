import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { Id } from '../../platform/operation/schema.ts'
import { gatherBanks } from './found-banks.ts'
import { payeeWithId } from './payee-queries.ts'

/** Finds out whether the provider pays somebody now, and to which accounts. */
export const lookAtPayee = job({
  name: 'marketplace.payouts.look-at-payee',
  data: Type.Object({ payeeRowId: Id }),
  runs: 'steps',
  async handle(flow, { payeeRowId: id }) {
    const row = await flow.read(({ db }) => payeeWithId(db, id))
    const payeeId = row?.provider_payee_id
    if (row && payeeId) await gatherBanks(flow, { ...row, provider_payee_id: payeeId })
  },
})
