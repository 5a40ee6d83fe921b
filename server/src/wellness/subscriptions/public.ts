export { subscriptionRefunded } from './announcements.ts'
export { hasSubscription, isEntitled } from './queries.ts'
