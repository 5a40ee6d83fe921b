import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { fingerprintOf } from './fingerprint.ts'
import { countReport, insertReport, type NewReport } from './queries.ts'
import { scrubbed } from './scrubbing.ts'

/** What an app says of an error. */
export type SaidReport = Pick<NewReport, 'message' | 'stack' | 'platform' | 'app_version' | 'request_id'> &
  Partial<Pick<NewReport, 'level' | 'device' | 'breadcrumbs'>>

/** Takes a report in: nothing of it is looked at or kept before its secrets are out of it. */
export async function receiveReport({ db, clock, pipeline }: Work, said: SaidReport) {
  const report = scrubbed({ level: 'error' as const, device: {}, breadcrumbs: [], ...said })
  const [id, now, fingerprint] = [newId(), clock.now(), fingerprintOf(report)]
  const group = await countReport(db, { ...report, id, groupId: newId(), fingerprint }, now)
  // Beyond what is kept in a minute, the last one that was stands for it.
  if (group.last_report_id === id) pipeline(insertReport(db, { ...report, id, groupId: group.id }, now))
  return { error_id: group.last_report_id, fingerprint, times_seen: group.times_seen }
}
