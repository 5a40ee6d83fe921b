export { followDisputedBoost } from './disputed.ts'
export { followBoostPayment } from './following.ts'
export { personalData } from './personal-data.ts'
export { settleBoosts } from './settling.ts'
