export { dayPartAt } from './day-part.ts'
export { bestFirst, type Recommended, recommend } from './recommendation.ts'
export { suggestionFor } from './suggesting.ts'
