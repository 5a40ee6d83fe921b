export { syncEvents } from './sync-events.ts'
