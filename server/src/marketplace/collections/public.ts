export { newsEvent, tellFavouriters, tellingJob, tellPriceDrop } from './news.ts'
export { restartSavedPrices } from './queries.ts'
