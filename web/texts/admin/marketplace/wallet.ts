export { texts } from '../../en/admin/marketplace/wallet.ts'
