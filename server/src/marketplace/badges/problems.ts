import { problem } from '../../platform/operation/problem.ts'

export const birthdayNotSet = problem(
  400,
  'BIRTHDAY_NOT_SET',
  'Say in your profile when your birthday is, first.',
)
export const notBirthdayWindow = problem(
  409,
  'NOT_BIRTHDAY_WINDOW',
  'The hat can be had on your birthday and in the six days after it.',
)
