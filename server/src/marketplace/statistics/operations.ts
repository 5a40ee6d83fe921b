export { getSummaryStats } from './get-summary-stats.ts'
