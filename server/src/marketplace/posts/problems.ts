import { problem } from '../../platform/operation/problem.ts'

export { pricePrecision } from '../../platform/money.ts'
export { noSuchCategory } from '../categories/public.ts'

export const noSuchPost = problem(404, 'NO_SUCH_POST', 'There is no such listing.')
export const postRemoved = problem(410, 'POST_REMOVED', 'This listing was removed.')
export const attributeInvalid = problem(
  400,
  'ATTRIBUTE_INVALID',
  'The attributes do not fit what the category asks for.',
)
export const mediaNotReady = problem(
  400,
  'MEDIA_NOT_READY',
  'A picture is not one of your uploads, or it is not ready yet.',
)
export const coordinatesInvalid = problem(
  400,
  'COORDINATES_INVALID',
  'These coordinates are not a place on Earth.',
)
export const postingLimit = problem(403, 'POSTING_LIMIT', 'You published as much as you can in one day.')
export const activePostLimit = problem(
  403,
  'ACTIVE_POST_LIMIT',
  'You offer as much as you can at the same time. Sell or remove something first.',
)
export const duplicatePost = problem(
  409,
  'DUPLICATE_POST',
  'You have the same listing already. Send X-Allow-Duplicate: true to publish it again.',
)
export const postNotEditable = problem(409, 'POST_NOT_EDITABLE', 'This listing cannot be changed any more.')
export const invalidTransition = problem(
  409,
  'INVALID_TRANSITION',
  'The listing cannot change from its present state to this one.',
)
export const openOrder = problem(
  409,
  'OPEN_ORDER',
  'Somebody is buying this. Bring the order to an end before you delete the listing.',
)
export const removedByModeration = problem(
  409,
  'REMOVED_BY_MODERATION',
  'A moderator took this listing down, so you cannot bring it back.',
)
export const restoreWindowOver = problem(
  409,
  'RESTORE_WINDOW_OVER',
  'This listing was deleted for good, or too long ago to be brought back.',
)
export const repostTooSoon = problem(
  409,
  'REPOST_TOO_SOON',
  'A listing can be brought to the top once in 48 hours.',
)
