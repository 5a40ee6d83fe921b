export { adminGetErrorGroup } from './admin-get-error-group.ts'
export { adminGetErrorGroups } from './admin-get-error-groups.ts'
export { sendError } from './send-error.ts'
