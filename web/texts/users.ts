export { texts } from './en/users.ts'
