export { texts } from './en/coach.ts'
