import { problem } from '../../platform/operation/problem.ts'

export const tooManyReminders = problem(
  409,
  'TOO_MANY_REMINDERS',
  'You have as many reminders as there can be. Remove one that you no longer need.',
)
export const noSuchReminder = problem(404, 'NO_SUCH_REMINDER', 'There is no such reminder.')
export const reminderSilent = problem(
  409,
  'REMINDER_SILENT',
  'This reminder does not ring now: it is switched off, or its goal rests or is done for the day.',
)
