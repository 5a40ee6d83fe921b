export { texts } from '../../en/admin/marketplace/support.ts'
