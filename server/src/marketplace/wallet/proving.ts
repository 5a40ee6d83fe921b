import type { Db } from '../../platform/db/database.ts'
import { watchedGauge } from '../../platform/operation/registry.ts'
import type { Work } from '../../platform/operation/work.ts'
import { proveLedger } from './proof.ts'
import { type ReportRow, selectReports } from './report-queries.ts'
import { moneyStop } from './stop-queries.ts'

export const moneyStoppedGauge = watchedGauge({
  name: 'plaza_money_stopped',
  help: '1 while no money moves because the ledger does not add up',
  of: moneyStop,
  read: (stop) => (stop === undefined ? 0 : 1),
})

/** Proves the whole ledger. @returns what to print of it */
export async function proveBooks(work: Work): Promise<{ holds: boolean; lines: string[]; proofId: string }> {
  const { id: proofId, entries, accounts, differences } = await proveLedger(work, 'all')
  const holds = differences.length === 0
  return {
    holds,
    proofId,
    lines: [
      `${entries} entries were added up and ${accounts} accounts compared with their lines.`,
      holds ? 'The ledger adds up.' : 'The ledger does not add up, so no money moves:',
      ...differences.map(
        (one) => `  ${one.kind} ${one.id}: ${one.amount_minor} minor units of ${one.currency}`,
      ),
    ],
  }
}

/** How the newest reports of providers compare with the ledger. @returns what to print of it */
export async function comparedBooks(db: Db): Promise<{ holds: boolean; lines: string[] }> {
  const newest = new Map(
    (await selectReports(db, 10)).toReversed().map((report) => [report.provider, report]),
  )
  const reports = [...newest.values()]
  return {
    holds: !reports.some(({ state }) => state === 'differs'),
    lines: reports.flatMap(({ provider, state, differences }) => [
      `${provider}: ${words[state]}`,
      ...differences.map(
        (one) =>
          `  ${one.kind} ${one.id}: ${one.provider_minor} there, ${one.ledger_minor} here, in minor units of ${one.currency}`,
      ),
    ]),
  }
}

const words: Readonly<Record<ReportRow['state'], string>> = {
  matches: 'its report says the same.',
  differs: 'its report says something else, so no money moves:',
  unknown: 'its report could not be had.',
  not_reported: 'it makes no report.',
}
