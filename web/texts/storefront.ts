export { texts } from './en/storefront.ts'
