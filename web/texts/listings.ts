export { texts } from './en/listings.ts'
