export { acceptedOf, consume, giveBack, tellBought } from './accepted-offer.ts'
export { unitsKept } from './announcements.ts'
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
export { enterRoom, make as makeOffer } from './proposal.ts'
export { findOfferOf, lockOfferOf, type OfferRow } from './queries.ts'
