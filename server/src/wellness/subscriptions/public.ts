export { subscriptionRefunded } from './announcements.ts'
export { hasSubscription, isEntitled, type SubscriptionRow, selectSubscription } from './queries.ts'
