export { texts } from './en/moderation.ts'
