export { wishOf } from './letters.ts'
export { lists as mailingLists, states as subscriptionStates } from './lists.ts'
export { personalData } from './personal-data.ts'
export { activate, noteWish, suppress } from './queries.ts'
