export { adminCreateNotification } from './admin-create-notification.ts'
export { adminGetNotification } from './admin-get-notification.ts'
export { adminGetNotifications } from './admin-get-notifications.ts'
