export { texts } from './en/ui.ts'
