export { texts } from './en/reports.ts'
