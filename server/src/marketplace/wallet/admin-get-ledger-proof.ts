import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { selectProofs, sumAccounts } from './proof-queries.ts'
import { LedgerState, presentState } from './proof-shapes.ts'
import { selectStop } from './stop-queries.ts'

const proofsShown = 20

export const adminGetLedgerProof = operation({
  source: 'not in the specification; where administrators see whether the books add up',
  method: 'GET',
  path: '/admin/ledger/proof',
  summary:
    'See whether the books add up: the newest proofs of the ledger, what is in it, and whether money moves',
  access: administrator,
  runs: 'long-read',
  replies: { 200: { message: 'Proof fetched successfully', data: LedgerState } },

  async handle({ db }) {
    const [proofs, totals, stop] = await Promise.all([
      selectProofs(db, proofsShown),
      sumAccounts(db),
      selectStop(db),
    ])
    return presentState(proofs, totals, stop)
  },
})
