import { hours } from '../../platform/clock.ts'
import { endOf, followListing, freeOf, standingOfOffer, statusOf } from './listings.ts'
import { newest, type Offer, type Outcome, type Post, type State } from './state.ts'
import type { AnswerToOffer, Step } from './steps.ts'

// Offers of the model.

const answerableFor = hours(48)
const keptFor = hours(24)
const proposalsPerDay = 5

const standing = (state: State, offer: Offer) => standingOfOffer(offer, state.now)

const isFree = (state: State, post: Post, quantity: number) =>
  statusOf(state, post) === 'active' && quantity <= freeOf(state, post)

type Proposal = Pick<Offer, 'post' | 'buyer' | 'price' | 'quantity' | 'madeBy'>

function propose(state: State, proposal: Proposal): Outcome {
  const { post, buyer, price, madeBy } = proposal
  if (madeBy === 'buyer' && !state.countProposal(buyer, post, proposalsPerDay)) return 'RATE_LIMITED'
  const isBelow = madeBy === 'buyer' && post.floor !== null && price < post.floor
  const until = Math.min(state.now + answerableFor, endOf(post))
  state.offers.push({ ...proposal, until, status: isBelow ? 'over' : 'open' })
  return 'done'
}

export function makeOffer(
  state: State,
  { who: buyer, at, price, quantity }: Extract<Step, { does: 'offer' }>,
): Outcome {
  const post = newest(state.posts, at)
  if (!post) return 'done'
  if (post.seller === buyer) return 'CANNOT_OFFER_OWN'
  const between = state.offers.filter((offer) => offer.post === post && offer.buyer === buyer)
  if (between.some((offer) => ['open', 'accepted'].includes(standing(state, offer)))) return 'OFFER_STANDS'
  if (!isFree(state, post, quantity)) return 'NOT_AVAILABLE'
  return propose(state, { post, buyer, price, quantity, madeBy: 'buyer' })
}

export function answerOffer(state: State, { offer: at, how, isBySeller, price }: AnswerToOffer): Outcome {
  const offer = newest(state.offers, at)
  if (!offer) return 'done'
  const { post, quantity } = offer
  const side = isBySeller ? 'seller' : 'buyer'
  const status = standing(state, offer)
  if (how === 'withdraw') return withdraw(state, offer, side)
  if (status !== 'open') return 'OFFER_NOT_OPEN'
  if (offer.madeBy === side) return 'OWN_OFFER'
  if (how === 'decline') {
    offer.status = 'over'
    return 'done'
  }
  if (!isFree(state, post, quantity)) return 'NOT_AVAILABLE'
  if (how === 'accept') return accept(state, offer)
  const countered = propose(state, { post, buyer: offer.buyer, quantity, price, madeBy: side })
  if (countered === 'done') offer.status = 'over'
  return countered
}

function accept(state: State, offer: Offer): Outcome {
  const { post, quantity } = offer
  const left = freeOf(state, post) - quantity
  offer.status = 'accepted'
  offer.until = state.now + keptFor
  state.accepted.push(offer)
  for (const other of state.offers)
    if (other.post === post && other.status === 'open' && other.quantity > left) other.status = 'over'
  followListing(state, post)
  return 'done'
}

function withdraw(state: State, offer: Offer, side: Offer['madeBy']): Outcome {
  const status = standing(state, offer)
  const letsGo = status === 'accepted' && side === 'buyer'
  if (!letsGo && status !== 'open') return 'OFFER_NOT_OPEN'
  if (!letsGo && offer.madeBy !== side) return 'NOT_OFFERER'
  offer.status = 'over'
  followListing(state, offer.post)
  return 'done'
}

/** The card of who bought it was declined: what is left of its time is there again, unless they agreed on something else. */
export function giveBackOffer(state: State, offer: Offer): void {
  const isReplaced = state.offers.some(
    (other) =>
      other.post === offer.post &&
      other.buyer === offer.buyer &&
      ['open', 'accepted'].includes(standing(state, other)),
  )
  if (offer.status === 'bought' && offer.until > state.now && !isReplaced) offer.status = 'accepted'
}

/** What the time has ended is written down. */
export function endOffers(state: State): void {
  for (const offer of state.offers) offer.status = standing(state, offer)
}
