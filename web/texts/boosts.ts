export { texts } from './en/boosts.ts'
