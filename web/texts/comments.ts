export { texts } from './en/comments.ts'
