export { sweepSearchTerms } from './jobs.ts'
