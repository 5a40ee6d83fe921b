export { adminGetSystemConfig } from './admin-get-system-config.ts'
export { adminGetSystemConfigVersions } from './admin-get-system-config-versions.ts'
export { adminUpdateSystemConfig } from './admin-update-system-config.ts'
export { getSystemConfig } from './get-system-config.ts'
