export { texts } from '../../en/admin/wellness/referrals.ts'
