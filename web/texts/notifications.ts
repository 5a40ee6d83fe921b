export { texts } from './en/notifications.ts'
