export { texts } from './en/admin.ts'
