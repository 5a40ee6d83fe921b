export { texts } from './en/orders.ts'
