export { listingTakenDown } from './announcements.ts'
