export { texts } from '../../en/admin/marketplace/models.ts'
