import { problem } from '../../platform/operation/problem.ts'

export { ownMatter } from '../trust/public.ts'

export const noSuchReview = problem(404, 'NO_SUCH_REVIEW', 'Nothing of this listing waits for a look.')
export const noSuchDecision = problem(
  404,
  'NO_SUCH_DECISION',
  'There is no decision of yours here that can still be taken back.',
)
export const noSuchRecipient = problem(404, 'NO_SUCH_PERSON', 'There is no such person.')
export const referenceMismatch = problem(
  400,
  'REFERENCE_MISMATCH',
  'This is not something of that person that the action fits.',
)
export const notAgainstStaff = problem(
  403,
  'NOT_AGAINST_STAFF',
  'Only an administrator may suspend, limit or ban moderators and administrators, or take that back.',
)
export const noSuchCase = problem(404, 'NO_SUCH_CASE', 'Nothing of this kind was reported.')
export const unknownDecision = problem(404, 'UNKNOWN_DECISION', 'There is no such decision.')
export const alreadyDecided = problem(409, 'ALREADY_DECIDED', 'Somebody has decided about this meanwhile.')
export const actionNotFitting = problem(
  400,
  'ACTION_NOT_FITTING',
  'That cannot be done to what was reported. Choose another decision.',
)
export const administratorNeeded = problem(
  403,
  'ADMINISTRATOR_NEEDED',
  'Two people decided this. One of them or an administrator takes it back.',
)
export const secondPersonNeeded = problem(
  403,
  'SECOND_PERSON_NEEDED',
  'You decided this yourself. Somebody else of the staff has to look at it.',
)
export const undoWindowOver = problem(
  409,
  'UNDO_WINDOW_OVER',
  'This decision cannot be taken back any more, or was taken back already.',
)
export const resubmissionNotOpen = problem(
  409,
  'RESUBMISSION_NOT_OPEN',
  'This decision hides no listing of yours that could be put right now, or one that waits for a look already.',
)
export const nothingChanged = problem(
  409,
  'NOTHING_CHANGED',
  'The listing is as it was when it was looked at. Put it right first.',
)
export const appealNotOpen = problem(
  409,
  'APPEAL_NOT_OPEN',
  'This decision cannot be appealed: the time is over, it was appealed already, or it stands no more.',
)
