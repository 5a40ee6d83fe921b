export { texts } from './en/notices.ts'
