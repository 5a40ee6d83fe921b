export { texts } from '../../en/admin/marketplace/payments.ts'
