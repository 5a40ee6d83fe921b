export { texts } from '../../en/admin/marketplace/payouts.ts'
