export { followDisputedBoost } from './disputed.ts'
export { personalData } from './personal-data.ts'
export { settleBoosts } from './settling.ts'
