export { pushNotices } from './jobs.ts'
