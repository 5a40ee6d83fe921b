export { texts } from '../../en/admin/marketplace/moderation.ts'
