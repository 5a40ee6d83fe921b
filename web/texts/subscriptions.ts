export { texts } from './en/subscriptions.ts'
