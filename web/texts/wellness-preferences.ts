export { texts } from './en/wellness-preferences.ts'
