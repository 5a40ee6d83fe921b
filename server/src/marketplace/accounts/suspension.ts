import type { Work } from '../../platform/operation/work.ts'
import { decisionLink } from '../trust/public.ts'
import type { UserRow } from '../users/public.ts'

/** What is written of somebody who is not suspended. */
export const unsuspended = {
  suspension_reason: null,
  suspended_by_decision: null,
  suspended_until: null,
} as const

/** Whether a suspension stands, also of somebody who is about to leave. */
export const isSuspended = (
  { suspended_by_decision: decision, suspended_until: until }: UserRow,
  now: Date,
): boolean => decision !== null && (until === null || until > now)

/** Why somebody is suspended, until when, and where they read of it and appeal. */
export const suspensionOf = (work: Work, user: UserRow) => ({
  reason: user.suspension_reason,
  until: user.suspended_until?.toISOString() ?? null,
  appeal_url: user.suspended_by_decision && decisionLink(work, user.suspended_by_decision),
})
