export { hasSubscription, isEntitled } from './queries.ts'
