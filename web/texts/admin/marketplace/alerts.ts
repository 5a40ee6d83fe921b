export { texts } from '../../en/admin/marketplace/alerts.ts'
