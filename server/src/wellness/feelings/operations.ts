export { getFeelings } from './get-feelings.ts'
