export { texts } from './en/invites.ts'
