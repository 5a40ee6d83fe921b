import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { greetingTo } from '../accounts/public.ts'
import { textsIn } from '../texts.ts'
import { selectAdministrators } from './proof-queries.ts'
import { insertReport, type ReportDifference, type ReportRow, selectCompared } from './report-queries.ts'
import { insertStop } from './stop-queries.ts'

const mostKept = 50

/**
 * Keeps how the report of a provider compares with the ledger. A difference that was not there the last time stops money as
 * one of the ledger does; a report that could not be had stops nothing.
 */
export async function keepReport(work: Work, report: Omit<ReportRow, 'id' | 'made_at'>): Promise<void> {
  const { differences, proof_id: proofId } = report
  const before = await selectCompared(work.db, report)
  const known = new Set(before?.differences.map(nameOf))
  const fresh = differences.filter((one) => !known.has(nameOf(one)))
  const kept = differences.slice(0, mostKept)
  const row = { ...report, id: newId(), differences: kept, made_at: work.clock.now() }
  if ((await insertReport(work.db, row)) && fresh.length > 0)
    await stopMoney(work, proofId, report.provider, fresh)
}

const nameOf = ({ kind, id, currency }: ReportDifference) => `${kind} ${id} ${currency}`

async function stopMoney(
  work: Work,
  proofId: string,
  provider: string,
  differences: readonly ReportDifference[],
): Promise<void> {
  work.services.log.error(
    { provider, differences: differences.slice(0, 5) },
    'the provider reports something else than the ledger',
  )
  await insertStop(work, { id: newId(), proofId })
  const url = `${work.publicUrl}/admin/ledger`
  for (const person of await selectAdministrators(work.db)) {
    const { subject, text } = textsIn(person.language).reportDiffers
    await work.mail({
      to: person.email,
      subject,
      text: `${greetingTo(person)}${text(differences.length, provider, url)}`,
    })
  }
}
