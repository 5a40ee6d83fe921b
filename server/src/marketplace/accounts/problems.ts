import { problem } from '../../platform/operation/problem.ts'

export const agreementRequired = problem(400, 'AGREEMENT_REQUIRED', 'Agree to the terms to open an account.')
export const coordinatesInvalid = problem(
  400,
  'COORDINATES_INVALID',
  'These coordinates are not a place on Earth.',
)
export const passwordWeak = problem(
  400,
  'PASSWORD_WEAK',
  'This password is too easy to guess. Choose another one.',
)
/** A guessable password at one field. */
export const weakAt = (path: string) =>
  passwordWeak({ fields: [{ path, rule: 'guessable', message: 'is too easy to guess' }] })
export const emailTaken = problem(409, 'EMAIL_TAKEN', 'This e-mail address already has an account.')
/** A taken address at one field. */
export const takenAt = (path: string) =>
  emailTaken({ fields: [{ path, rule: 'unique', message: 'already has an account' }] })
export const invalidCredentials = problem(
  401,
  'INVALID_CREDENTIALS',
  'The e-mail address or the password is not right.',
)
export const reauthRequired = problem(
  401,
  'REAUTH_REQUIRED',
  'Sign in again and ask within five minutes, or send your password where there is a place for it.',
)
export const accountSuspended = problem(403, 'ACCOUNT_SUSPENDED', 'This account is suspended.')
export const resetTokenInvalid = problem(
  400,
  'RESET_TOKEN_INVALID',
  'This reset token is not valid any more. Ask for a new code.',
)
export const passwordReused = problem(
  400,
  'PASSWORD_REUSED',
  'This is the password you already have. Choose another one.',
)
export const socialTokenInvalid = problem(
  401,
  'SOCIAL_TOKEN_INVALID',
  'This sign-in is not valid any more. Try it once more.',
)
export const accountExistsLinkRequired = problem(
  409,
  'ACCOUNT_EXISTS_LINK_REQUIRED',
  'This e-mail address has an account already. Sign in to it first, then link this sign-in to it.',
)
export const identityTaken = problem(
  409,
  'IDENTITY_TAKEN',
  'This sign-in belongs to another account already.',
)
export const noPasswordSet = problem(
  409,
  'NO_PASSWORD_SET',
  'This account has no password yet. Ask for a link by mail to set one.',
)
export const birthdayLocked = problem(
  409,
  'BIRTHDAY_LOCKED',
  'Your birthday can be changed once in 365 days.',
)
export const photoNotUsable = problem(
  400,
  'PHOTO_NOT_USABLE',
  'Upload the picture first, and use its address once it is ready.',
)
export const noSuchSession = problem(404, 'NO_SUCH_SESSION', 'There is no such session.')
