export { problems, rules } from './en/problems.ts'
