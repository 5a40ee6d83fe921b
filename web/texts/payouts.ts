export { texts } from './en/payouts.ts'
