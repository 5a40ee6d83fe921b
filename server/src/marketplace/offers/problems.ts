import { pricePrecision } from '../../platform/money.ts'
import { problem } from '../../platform/operation/problem.ts'
import { noSuchPost } from '../posts/public.ts'

export const noSuchOffer = problem(404, 'NO_SUCH_OFFER', 'You have no such offer.')
export const cannotOfferOwn = problem(400, 'CANNOT_OFFER_OWN', 'This listing is your own.')
export const offersNotAllowed = problem(
  409,
  'OFFERS_NOT_ALLOWED',
  'The seller takes no offers for this listing.',
)
export const notAvailable = problem(
  409,
  'NOT_AVAILABLE',
  'This is not to be had any more, or not as many of it.',
)
/** Its details name the offer and what it is. */
export const offerStands = problem(
  409,
  'OFFER_STANDS',
  'There is an offer between you already. Answer it, or withdraw it first.',
)
/** Its details name what became of the offer. */
export const offerNotOpen = problem(
  409,
  'OFFER_NOT_OPEN',
  'This offer cannot be answered any more. Look what became of it.',
)
/** Its details name what the offer is. */
export const offerNotAccepted = problem(
  409,
  'OFFER_NOT_ACCEPTED',
  'Nothing is kept for you at this price. The offer was not accepted, or its time is over.',
)
export const ownOffer = problem(403, 'OWN_OFFER', 'You made this offer: the other one of you answers it.')
export const notOfferer = problem(
  403,
  'NOT_OFFERER',
  'Only who made an offer can withdraw it. You can decline it.',
)

/** What a buyer who names a price can be refused with. */
export const makingProblems = [
  noSuchPost,
  notAvailable,
  pricePrecision,
  cannotOfferOwn,
  offersNotAllowed,
  offerStands,
]
