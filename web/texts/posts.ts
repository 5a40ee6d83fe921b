export { texts } from './en/posts.ts'
