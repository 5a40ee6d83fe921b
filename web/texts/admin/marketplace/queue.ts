export { texts } from '../../en/admin/marketplace/queue.ts'
