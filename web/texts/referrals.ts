export { texts } from './en/referrals.ts'
