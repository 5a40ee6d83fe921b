export { tellFavouriters } from './jobs.ts'
export { newsEvent } from './news.ts'
export { followPrice } from './price-change.ts'
export { favouritesOf } from './queries.ts'
