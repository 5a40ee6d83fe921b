export { texts } from './en/people.ts'
