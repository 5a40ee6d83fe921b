export { sweepSearchTerms } from './queries.ts'
