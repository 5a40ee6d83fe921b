import type { Work } from '../../platform/operation/work.ts'
import { decisionLink } from '../trust/public.ts'
import type { UserRow } from '../users/public.ts'

/** Why somebody is suspended, until when, and where they read of it and appeal. */
export const suspensionOf = (work: Work, user: UserRow) => ({
  reason: user.suspension_reason,
  until: user.suspended_until?.toISOString() ?? null,
  appeal_url: user.suspended_by_decision && decisionLink(work, user.suspended_by_decision),
})
