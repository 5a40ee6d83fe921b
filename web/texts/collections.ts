export { texts } from './en/collections.ts'
