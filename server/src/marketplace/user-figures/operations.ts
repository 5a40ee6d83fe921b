export { adminExportUserStats } from './admin-export-user-stats.ts'
export { adminExportUsers } from './admin-export-users.ts'
export { adminGetAllUsers } from './admin-get-all-users.ts'
export { adminGetUserStats } from './admin-get-user-stats.ts'
