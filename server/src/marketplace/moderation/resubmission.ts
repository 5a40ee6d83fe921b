import type { Decision } from './decision-queries.ts'

/** Whether its author can say that a listing is in order now which a decision hid. */
export const canResubmit = (made: Decision): boolean =>
  made.model === 'post' &&
  made.action === 'hide' &&
  made.status === 'standing' &&
  made.has_hidden &&
  made.resubmitted_at === null
