export { tellFavouriters } from './jobs.ts'
export { newsEvent } from './news.ts'
export { tellPriceDrop } from './price-drop.ts'
export { favouritesOf, restartSavedPrices } from './queries.ts'
