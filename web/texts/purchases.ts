export { texts } from './en/purchases.ts'
