export { texts } from './en/selling.ts'
