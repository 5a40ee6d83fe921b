export { texts } from './en/places.ts'
