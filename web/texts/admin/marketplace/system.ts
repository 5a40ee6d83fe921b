export { texts } from '../../en/admin/marketplace/system.ts'
