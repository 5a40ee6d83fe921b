export { personalData } from './personal-data.ts'
export { settleBoosts } from './settling.ts'
