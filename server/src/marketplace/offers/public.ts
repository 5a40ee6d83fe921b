export { unitsKept } from './announcements.ts'
export { consume, findAccepted, giveBack } from './buying.ts'
export {
  endOffersAbout,
  endOffersBetween,
  endOffersBeyond,
  endOffersInOther,
  endOffersOf,
  endOffersOfSold,
} from './ending.ts'
export { personalData } from './personal-data.ts'
export { noSuchOffer, offerNotAccepted } from './problems.ts'
export type { OfferRow } from './queries.ts'
