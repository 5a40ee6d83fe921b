export { dayPartAt } from './day-part.ts'
export { suggestionFor } from './suggesting.ts'
