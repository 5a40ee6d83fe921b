export { newsEvent, tellFavouriters, tellingJob, tellPriceDrop } from './news.ts'
export { ensureDefaultCollection, favouritesOf, restartSavedPrices, setFavourite } from './queries.ts'
