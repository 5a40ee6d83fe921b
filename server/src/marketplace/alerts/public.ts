export { kinds, severities } from './kinds.ts'
export { personalData } from './personal-data.ts'
export { standingAlerts, upsertAlert } from './queries.ts'
export { versionNeeded } from './version-check.ts'
