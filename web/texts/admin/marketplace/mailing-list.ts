export { texts } from '../../en/admin/marketplace/mailing-list.ts'
