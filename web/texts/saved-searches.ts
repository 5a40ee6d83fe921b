export { texts } from './en/saved-searches.ts'
