export { texts } from '../../en/admin/marketplace/categories.ts'
