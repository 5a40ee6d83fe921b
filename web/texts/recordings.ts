export { texts } from './en/recordings.ts'
