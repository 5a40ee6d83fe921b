export { tellFavouriters } from './jobs.ts'
export { newsEvent } from './news.ts'
export { followPrice } from './price-change.ts'
export { ensureDefaultCollection, favouritesOf, setFavourite } from './queries.ts'
