export { texts } from './en/reviews.ts'
