import { problem } from '../../platform/operation/problem.ts'

export { pricePrecision } from '../../platform/money.ts'

export const noSuchListing = problem(404, 'NO_SUCH_LISTING', 'There is no such purchase.')
export const noSuchUser = problem(404, 'NO_SUCH_USER', 'There is no such person.')
export const userMismatch = problem(403, 'USER_MISMATCH', 'You can record purchases only for yourself.')
export const alreadySold = problem(
  409,
  'ALREADY_SOLD',
  'This is recorded as sold with other values. Send amend: true to change them.',
)
export const undoTooLate = problem(409, 'UNDO_TOO_LATE', 'A sale can be undone for 30 days.')
export const notEditable = problem(409, 'NOT_EDITABLE', 'After the sale only costs and notes can be changed.')
