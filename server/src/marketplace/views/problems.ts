import { problem } from '../../platform/operation/problem.ts'

export const seedingDisabled = problem(
  403,
  'SEEDING_DISABLED',
  'This server takes no made-up views. Set VIEW_SEEDING=1 where they are wanted.',
)
export const invalidTimezone = problem(
  400,
  'INVALID_TIMEZONE',
  'This is no time zone of the IANA list, such as Europe/Berlin.',
)
