export { texts } from '../../en/admin/marketplace/posts.ts'
