export { texts } from '../../en/admin/marketplace/users.ts'
