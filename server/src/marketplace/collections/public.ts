export { newsEvent, tellFavouriters, tellingJob, tellPriceDrop } from './news.ts'
export { favouritesOf, restartSavedPrices } from './queries.ts'
