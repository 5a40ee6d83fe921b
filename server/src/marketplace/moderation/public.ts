export { appealDays, suspensionDays } from './acting.ts'
export { personalData } from './personal-data.ts'
export { appealTo, decideCase } from './ruling.ts'
