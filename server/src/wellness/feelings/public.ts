export { allFeelings, type Feeling, feelingLabels, parseFeeling } from './feelings.ts'
