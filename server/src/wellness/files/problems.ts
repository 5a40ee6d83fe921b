import { problem } from '../../platform/operation/problem.ts'

export const typeNotAllowed = problem(
  400,
  'TYPE_NOT_ALLOWED',
  'Files of this type cannot be uploaded for this purpose.',
)
export const fileTooLarge = problem(413, 'FILE_TOO_LARGE', 'The file is too large.')
export const uploadQuota = problem(
  429,
  'UPLOAD_QUOTA',
  'You have stored as much as you can. What nothing uses is removed within a day.',
  { retryAfterSeconds: 3600 },
)
export const noSuchUpload = problem(404, 'NO_SUCH_UPLOAD', 'There is no such upload.')
