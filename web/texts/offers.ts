export { texts } from './en/offers.ts'
