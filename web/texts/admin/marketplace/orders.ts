export { texts } from '../../en/admin/marketplace/orders.ts'
