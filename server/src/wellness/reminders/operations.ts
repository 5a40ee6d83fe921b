export { getNextReminder } from './get-next-reminder.ts'
export { snoozeReminder } from './snooze-reminder.ts'
