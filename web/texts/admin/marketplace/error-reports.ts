export { texts } from '../../en/admin/marketplace/error-reports.ts'
