export { dayPartAt } from './day-part.ts'
