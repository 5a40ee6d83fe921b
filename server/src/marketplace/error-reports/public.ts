export { personalData } from './personal-data.ts'
export { receiveReport } from './receiving.ts'
