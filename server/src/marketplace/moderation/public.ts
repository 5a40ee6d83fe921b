export { appealDays, suspensionDays } from './actions.ts'
export { appealTo, decideCase } from './case-decision.ts'
export { personalData } from './personal-data.ts'
export { resubmit } from './resubmission.ts'
