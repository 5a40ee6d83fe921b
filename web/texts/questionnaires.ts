export { texts } from './en/questionnaires.ts'
