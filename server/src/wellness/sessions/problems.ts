import { atField, problem } from '../../platform/operation/problem.ts'

export const noSuchItem = problem(404, 'NO_SUCH_ITEM', 'There is no such exercise or category.')
/** An id of the query that names nothing. */
export const noSuchAt = (name: string) =>
  noSuchItem(atField(`query.${name}`, 'exists', 'names nothing there is'))
export const noSuchUser = problem(
  404,
  'NO_SUCH_USER',
  'There is no such user.',
  atField('query.userId', 'self', 'is not your id'),
)
export const noOpenSession = problem(404, 'NO_OPEN_SESSION', 'There is no open session of this to abandon.')
export const catalogMismatch = problem(
  400,
  'CATALOG_MISMATCH',
  'The exercise, sub-category and category do not belong together.',
)
/** An id of the query that does not belong to the narrower one beside it. */
export const mismatchAt = (name: string) =>
  catalogMismatch(atField(`query.${name}`, 'ancestor', 'is not where the rest belongs'))
export const requestIdReused = problem(
  400,
  'REQUESTID_REUSED',
  'This requestid was used for a different session.',
  atField('headers.requestid', 'unique', 'was used for a different session'),
)
export const noSuchSession = problem(404, 'NO_SUCH_SESSION', 'You have no such session.')
export const sessionLocked = problem(
  409,
  'SESSION_LOCKED',
  'Sessions can be corrected for seven days, and this one is older.',
)
export const sessionOpen = problem(
  409,
  'SESSION_OPEN',
  'This session has not ended; end it first, and correct it then.',
)
