/** How a goal stands on a date: the last two of the states that it is in by itself follow from the date. */
export const goalStatuses = ['SCHEDULED', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED'] as const
export type GoalStatus = (typeof goalStatuses)[number]

/** How a day of a goal stands, or how it was judged when it ended. */
export const dayStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'COMPLETED',
  'SKIPPED',
  'MISSED',
  'FROZEN',
  'EXCUSED',
] as const
export type DayStatus = (typeof dayStatuses)[number]

/** Which of them a list is asked for, separated by commas; those that are not over unless said. */
export const statusesOf = (said: string | undefined): readonly GoalStatus[] =>
  said === undefined
    ? ['SCHEDULED', 'ACTIVE', 'PAUSED']
    : goalStatuses.filter((status) => said.split(',').includes(status))
