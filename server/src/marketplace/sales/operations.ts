export { updateSoldType } from './update-sold-type.ts'
