export { personalData } from './personal-data.ts'
export { forgetPurchasesOf } from './reclaiming.ts'
