import type { Work } from '../../platform/operation/work.ts'
import { retractNotifications, tellChanged } from '../notifications/public.ts'
import { toldReporter } from './decision-notice.ts'
import { emptyDecisionsAbout } from './decision-queries.ts'

/**
 * Takes what somebody who left was called, and what they said, out of decisions about them, and back from those who
 * reported it; what staff said stays. @returns how many.
 */
export async function forgetSubjectOf(work: Work, { id }: { id: string }, most: number): Promise<number> {
  const emptied = await emptyDecisionsAbout(work.db, id, most)
  const told = emptied.flatMap((made) => made.reportIds.map((reportId) => toldReporter(reportId, made.id)))
  for (const sourceEvent of told)
    tellChanged(work, await retractNotifications(work.db, sourceEvent, work.clock.now()))
  return emptied.length
}
