export { texts } from '../../en/admin/marketplace/packages.ts'
