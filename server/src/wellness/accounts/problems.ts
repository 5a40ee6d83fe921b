import { atField, problem } from '../../platform/operation/problem.ts'

export const emailAlreadyRegistered = problem(
  409,
  'EMAIL_ALREADY_REGISTERED',
  'This e-mail address already has an account.',
  atField('body.email', 'unique', 'already has an account'),
)
export const accountPendingDeletion = problem(
  409,
  'ACCOUNT_PENDING_DELETION',
  'The account of this address is being deleted. It can still be restored.',
  atField('body.email', 'unique', 'has an account that is being deleted'),
)
export const weakPassword = problem(
  400,
  'WEAK_PASSWORD',
  'This password is too easy to guess. Choose another one.',
)
/** A guessable password at one field. */
export const weakAt = (path: string) => weakPassword(atField(path, 'guessable', 'is too easy to guess'))
export const passwordReused = problem(
  400,
  'PASSWORD_REUSED',
  'You used this password before. Choose another one.',
  atField('body.newPassword', 'new', 'was used before'),
)
export const passwordsDiffer = problem(
  400,
  'PASSWORDS_DIFFER',
  'The two passwords are not the same.',
  atField('body.confirmPassword', 'same', 'is not the same as the new password'),
)
export const referralCodeInvalid = problem(
  400,
  'REFERRAL_CODE_INVALID',
  'Nobody has this referral code.',
  atField('body.referralCode', 'exists', 'is nobody’s code'),
)
export const termsNotAccepted = problem(
  400,
  'TERMS_NOT_ACCEPTED',
  'Read the texts that error.details lists and send acceptTerms: true.',
  atField('body.acceptTerms', 'agreement', 'must be true'),
)
export const underage = problem(
  400,
  'UNDERAGE',
  'You are too young for an account of your own.',
  atField('body.dateOfBirth', 'age', 'makes you too young for an account of your own'),
)
export const otpResendTooSoon = problem(
  429,
  'OTP_RESEND_TOO_SOON',
  'A code was sent a moment ago. Wait a little before asking again.',
)
export const codeExpired = problem(
  400,
  'OTP_EXPIRED',
  'This code has expired. Ask for a new one.',
  atField('body.otp', 'code', 'has expired'),
)
export const invalidCredentials = problem(
  401,
  'INVALID_CREDENTIALS',
  'The e-mail address or the password is not right.',
)
export const accountNotVerified = problem(
  403,
  'ACCOUNT_NOT_VERIFIED',
  'Verify your e-mail address with the code we sent, then sign in.',
)
export const accountSuspended = problem(403, 'ACCOUNT_SUSPENDED', 'This account is suspended.')
export const signInPendingDeletion = problem(
  403,
  'ACCOUNT_PENDING_DELETION',
  'This account is being deleted. Restore it to sign in.',
)
export const loginThrottled = problem(
  429,
  'LOGIN_THROTTLED',
  'Too many failed sign-ins. Wait a little and try again.',
)
export const resetTokenInvalid = problem(
  400,
  'RESET_TOKEN_INVALID',
  'This reset token is not valid any more. Ask for a new code.',
  atField('body.resetToken', 'token', 'is not valid any more'),
)
export const noSuchSession = problem(404, 'NO_SUCH_SESSION', 'There is no such session.')
