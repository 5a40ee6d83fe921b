export { texts } from './en/conditions.ts'
