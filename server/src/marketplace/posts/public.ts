export {
  interestShown,
  postBecameVisible,
  postEdited,
  postLeaving,
  postLeft,
  priceChanged,
} from './announcements.ts'
export { deleteBaseline } from './baseline-queries.ts'
export {
  cardColumns,
  cardTables,
  completeCards,
  distanceFrom,
  distanceTo,
  findPostForChat,
  isLive,
  isPublic,
  isReadableBy,
  isTakenDown,
  keptCardColumns,
  newestCardsOf,
  type ProductRow,
  postColumns,
  postTables,
  selectProductDetails,
  unitsHeld,
  type View,
} from './card-queries.ts'
export { hidesSellers } from './comparable-queries.ts'
export { conditionIn, conditionName, conditions } from './conditions.ts'
export { acceptHeld, checkHeld, declineHeld } from './decision.ts'
export { moderatePost, showAgain } from './hiding.ts'
export { isWaiting } from './hold.ts'
export { upsertReview } from './hold-queries.ts'
export { PostChange } from './input-shapes.ts'
export { tellKeptNews } from './jobs.ts'
export { lockOfAuthor, updateClosed, updateReposted } from './life-queries.ts'
export { aboutPost } from './notice.ts'
export { personalData } from './personal-data.ts'
export { blurredPoint, type Coordinates, distanceKm, homeOf, kmPerDegree, wrap } from './place.ts'
export {
  attributeInvalid,
  invalidTransition,
  noSuchCategory,
  noSuchPost,
  openOrder,
  postNotEditable,
  pricePrecision,
} from './problems.ts'
export {
  addToFavouriteCount,
  countLivePosts,
  countOwnPosts,
  countShownPosts,
  findSale,
  insertPost,
  leaveFavouriteCounts,
  lockPost,
  lockRow,
  lockRows,
  lockToldPost,
  markBackAvailableTold,
  markFavouriteTold,
  markPriceDropTold,
  refilePosts,
  type Sale,
  selectToldPrice,
  type ToldPost,
  updatePostContent,
  updateQuantitySold,
  updateSale,
} from './queries.ts'
export { readBack } from './read-back.ts'
export { removePostsOf } from './reclaiming.ts'
export { type RiskReason, riskReasons } from './risk.ts'
export type { CardRow, ListingRow, PostContent, PostRow } from './rows.ts'
export {
  ListedCard,
  Post,
  PostCard,
  ProductDetails,
  presentCard,
  presentPost,
  presentProductDetails,
  presentPromotedCard,
  soldTypes,
} from './shapes.ts'
export { statuses as postStatuses } from './statuses.ts'
export { hideAway, showUnlimited } from './vacation-queries.ts'
