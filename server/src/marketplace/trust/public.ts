export { hintKinds, hintsIn } from './fraud-signs.ts'
