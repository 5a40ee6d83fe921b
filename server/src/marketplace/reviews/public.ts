export {
  forgetDealsOf,
  openOrderDeal,
  openSaleDeal,
  recordOrder,
  recordSale,
  withdrawSaleDeals,
} from './deals.ts'
export { personalData } from './personal-data.ts'
export { noSuchReview } from './problems.ts'
export { findReview, insertReply, insertReview, selectStars, selectStarsOf, showBoth } from './queries.ts'
export { Rating, ratingOf } from './rating.ts'
export { removeReview, restoreReview } from './removal.ts'
export { Tags } from './tags.ts'
