export { getCompletedWellness } from './get-completed-wellness.ts'
export { getWellnessSessions } from './get-wellness-sessions.ts'
export { recordWellnessSession } from './record-wellness-session.ts'
