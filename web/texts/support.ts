export { texts } from './en/support.ts'
