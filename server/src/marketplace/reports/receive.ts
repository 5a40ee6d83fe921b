import { newId } from '../../platform/ids.ts'
import { keepUploads } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import { takePrivateUploads } from '../files/public.ts'
import { moderatePost } from '../posts/public.ts'
import { selectUser } from '../users/public.ts'
import { tellAuthorOfHiding, tellStaff } from './notice.ts'
import {
  addCounts,
  type CaseRow,
  countLately,
  findOwnReport,
  insertReport,
  markHidden,
  openCase,
  type Target,
} from './queries.ts'
import { isHidden, isSevere, pointsOf, type Reason } from './reasons.ts'
import { picturesOf, type Snapshot } from './snapshot.ts'

export interface Complaint {
  reporterId: string
  target: Target
  reason: Reason
  details: string | undefined
  evidence?: readonly string[] | undefined
  snapshot: Snapshot
}

/** What came of reporting; of the case only staff is told. */
export interface OpenReport {
  report_id: string
  case_id: string
  status: 'open'
}

/** The open report that the same person made of the same thing before. */
export async function repeated(
  work: Work,
  reporterId: string,
  target: Omit<Target, 'subjectId'>,
): Promise<OpenReport | undefined> {
  const found = await findOwnReport(work.db, reporterId, target)
  return found && { report_id: found.id, case_id: found.case_id, status: 'open' }
}

/** Puts what somebody reports into the queue, with what stands there now, and hides a listing where that weighs enough. */
export async function receive(work: Work, complaint: Complaint): Promise<OpenReport> {
  const { db, clock } = work
  const { reporterId, target, reason, snapshot } = complaint
  const at = clock.now()
  const opened = await openCase(db, { id: newId(), ...target, at })
  // Of two at once the second one has waited for the case.
  const before = await repeated(work, reporterId, target)
  if (before) return before
  const evidenceIds = [...new Set(complaint.evidence)]
  const ofReporter = { ownerId: reporterId, purpose: 'evidence', path: 'body.evidence' } as const
  await takePrivateUploads(work, evidenceIds, ofReporter)
  const keptIds = picturesOf(snapshot)
  await keepUploads(db, keptIds)
  const reporter = {
    trustLevel: (await selectUser(db, reporterId))?.trust_level ?? 0,
    lately: await countLately(db, reporterId),
  }
  const id = newId()
  const row = await insertReport(db, {
    id,
    caseId: opened.id,
    reporterId,
    reason,
    details: complaint.details ?? '',
    evidenceIds,
    snapshot,
    keptIds,
    points: pointsOf(reason, reporter),
    isSevere: isSevere(reason),
    at,
  })
  const hides = row.model === 'post' && !row.has_hidden && isHidden(row.points, reason, reporter)
  const hasHidden = hides && (await hide(work, row, snapshot))
  await tellStaff(work, { ...row, is_urgent: row.is_urgent || hasHidden }, reporterId)
  const counted = { what: 'report', kind: reason } as const
  await addCounts(db, hasHidden ? [counted, { what: 'hidden', kind: 'reports' }] : [counted], at)
  return { report_id: id, case_id: row.id, status: 'open' }
}

async function hide(work: Work, row: CaseRow, { title }: Snapshot): Promise<boolean> {
  const about = { id: row.target_id, authorId: row.subject_id }
  const done = await moderatePost(work, { ...about, action: 'hide' })
  if (!done?.hasHidden) return false
  await markHidden(work.db, row.id)
  await tellAuthorOfHiding(work, { ...about, title: title ?? '', cause: row.id })
  return true
}
