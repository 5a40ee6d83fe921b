export { texts } from './en/payments.ts'
