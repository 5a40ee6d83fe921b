import { watchedGauge } from '../../platform/operation/registry.ts'
import type { Work } from '../../platform/operation/work.ts'
import { proveLedger } from './proof.ts'
import { moneyStop } from './stop-queries.ts'

export const moneyStoppedGauge = watchedGauge({
  name: 'plaza_money_stopped',
  help: '1 while no money moves because the ledger does not add up',
  of: moneyStop,
  read: (stop) => (stop === undefined ? 0 : 1),
})

/** Proves the whole ledger. @returns what to print of it */
export async function proveBooks(work: Work): Promise<{ holds: boolean; lines: string[] }> {
  const { entries, accounts, differences } = await proveLedger(work, 'all')
  const holds = differences.length === 0
  return {
    holds,
    lines: [
      `${entries} entries were added up and ${accounts} accounts compared with their lines.`,
      holds ? 'The ledger adds up.' : 'The ledger does not add up, so no money moves:',
      ...differences.map(
        (one) => `  ${one.kind} ${one.id}: ${one.amount_minor} minor units of ${one.currency}`,
      ),
    ],
  }
}
