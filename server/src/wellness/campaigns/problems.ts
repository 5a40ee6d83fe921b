import { atField, problem } from '../../platform/operation/problem.ts'

export const recipientRequired = problem(
  400,
  'RECIPIENT_REQUIRED',
  'Name the addresses, or choose another kind of recipients than CUSTOM.',
  atField('body.recipientEmail', 'required', 'is required for CUSTOM'),
)
export const noSuchLink = problem(
  404,
  'NO_SUCH_LINK',
  'This link is not one of ours. Open it as it stands in the mail.',
)
export const noSuchNotification = problem(404, 'NO_SUCH_NOTIFICATION', 'There is no such notification.')
