export { texts } from './en/exercises.ts'
