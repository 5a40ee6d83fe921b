import { problem } from '../operation/problem.ts'

export const refreshTokenInvalid = problem(
  401,
  'REFRESH_TOKEN_INVALID',
  'This refresh token is not valid. Sign in again.',
)
export const otpInvalid = problem(400, 'OTP_INVALID', 'This code is not right.')
export const otpExpired = problem(410, 'OTP_EXPIRED', 'This code has expired. Ask for a new one.')
export const otpLocked = problem(
  429,
  'OTP_LOCKED',
  'Too many wrong codes. Wait a little, then ask for a new one.',
)
export const tooManyAttempts = problem(
  429,
  'TOO_MANY_ATTEMPTS',
  'Too many attempts. Wait a little and try again.',
)
