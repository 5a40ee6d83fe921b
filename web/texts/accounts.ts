export { texts } from './en/accounts.ts'
