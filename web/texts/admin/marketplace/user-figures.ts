export { texts } from '../../en/admin/marketplace/user-figures.ts'
