export { texts } from './en/chat.ts'
