import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { selectProofs, sumAccounts } from './proof-queries.ts'
import { LedgerState, presentState } from './proof-shapes.ts'
import { selectReports } from './report-queries.ts'
import { selectStop } from './stop-queries.ts'

const proofsShown = 20
const reportsShown = 10

export const adminGetLedgerProof = operation({
  source: 'not in the specification; where administrators see whether the books add up',
  method: 'GET',
  path: '/admin/ledger/proof',
  summary:
    'See whether the books add up: the newest proofs of the ledger, what payment providers report, what is in it, and whether money moves',
  access: administrator,
  runs: 'long-read',
  replies: { 200: { message: 'Proof fetched successfully', data: LedgerState } },

  async handle({ db }) {
    const [proofs, reports, totals, stop] = await Promise.all([
      selectProofs(db, proofsShown),
      selectReports(db, reportsShown),
      sumAccounts(db),
      selectStop(db),
    ])
    return presentState(proofs, reports, totals, stop)
  },
})
