export { texts } from '../../en/admin/marketplace/notifications.ts'
