export { advanceGoals } from './advancing.ts'
export { tellMoreDates } from './reminding.ts'
