export { texts } from './en/goals.ts'
