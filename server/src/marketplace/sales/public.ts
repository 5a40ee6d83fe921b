export { saleChanged } from './announcements.ts'
