export { texts } from '../../en/admin/marketplace/subscriptions.ts'
