export { claimBirthdayHat } from './claim-birthday-hat.ts'
