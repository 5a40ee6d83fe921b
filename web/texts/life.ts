export { texts } from './en/life.ts'
