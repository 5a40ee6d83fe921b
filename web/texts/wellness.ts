export { texts } from './en/wellness.ts'
