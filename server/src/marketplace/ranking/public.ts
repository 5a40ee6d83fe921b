export { personalData } from './personal-data.ts'
export { writeCategoryRanks, writeRanks } from './snapshots.ts'
