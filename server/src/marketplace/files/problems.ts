import { problem } from '../../platform/operation/problem.ts'

export const typeNotAllowed = problem(
  400,
  'TYPE_NOT_ALLOWED',
  'Only JPEG, PNG and WebP pictures can be uploaded.',
)
export const fileTooLarge = problem(413, 'FILE_TOO_LARGE', 'A picture may have at most 15 MB.')
export const uploadQuota = problem(
  429,
  'UPLOAD_QUOTA',
  'You have stored as much as you can. What nothing uses is removed within a day.',
  { retryAfterSeconds: 3600 },
)
export const noSuchUpload = problem(404, 'NO_SUCH_UPLOAD', 'There is no such upload.')
export const uploadNotUsable = problem(
  400,
  'UPLOAD_NOT_USABLE',
  'Upload the picture for this purpose first, and name it once it is ready.',
)
