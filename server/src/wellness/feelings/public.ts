export { allFeelings, type Feeling, type FeelingLabel, feelingLabels, parseFeeling } from './feelings.ts'
