import { days } from '../../platform/clock.ts'
import type { Boost, Offer, Order, Post, State } from './state.ts'

// Listings of the model: what is left of them, and their boosts.

const listedFor = days(30)
export const boostPrice = 700
const boostDays = 7
export const mostBoosts = 3

export const endOf = ({ since }: Post): number => since + listedFor

/** What an offer is at a moment, whoever has written that down. */
export const standingOfOffer = ({ status, until }: Offer, now: number): Offer['status'] =>
  (status === 'open' || status === 'accepted') && until <= now ? 'over' : status

const isReserved = (state: State, post: Post): boolean =>
  state.orders.some((order) => order.post === post && order.status === 'pending')

/** As it is stored, and what its time has made of it. */
export function statusOf(state: State, post: Post): 'active' | 'reserved' | 'sold' | 'expired' {
  const isSold = post.sold >= post.quantity && !isReserved(state, post)
  if (isSold) return 'sold'
  if (endOf(post) <= state.now) return 'expired'
  return post.sold < post.quantity ? 'active' : 'reserved'
}

/** Pieces that are neither sold nor kept for somebody. */
export function freeOf(state: State, post: Post): number {
  const kept = state.offers.filter(
    (offer) => offer.post === post && standingOfOffer(offer, state.now) === 'accepted',
  )
  return post.quantity - post.sold - kept.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Whether people see it and can have it, will so again, or not any more: boosts go by that. */
export function standingOf(state: State, post: Post): 'shown' | 'paused' | 'over' {
  const status = statusOf(state, post)
  if (status === 'sold' || status === 'expired') return 'over'
  return status === 'active' && freeOf(state, post) > 0 ? 'shown' : 'paused'
}

/** What is paid back for whole days that nobody saw. */
export const unusedOf = ({ left }: Boost): number =>
  Math.floor((boostPrice * Math.min(boostDays, Math.floor(left / days(1)))) / boostDays)

/** Lets time pass for the boosts of a listing, as it stood when it began to. */
export function runBoosts(state: State, post: Post, ms: number): void {
  if (standingOf(state, post) !== 'shown') return
  const end = state.now + ms
  let at = state.now
  for (const boost of post.boosts) {
    at = Math.max(at, boost.startsAt)
    const ran = Math.max(0, Math.min(boost.left, end - at))
    boost.left -= ran
    at += ran
  }
  post.boosts = post.boosts.filter(({ left }) => left > 0)
}

/** Has what hangs on a listing follow how it stands: offers end with the last piece, boosts with the listing. */
export function followListing(state: State, post: Post): void {
  if (statusOf(state, post) === 'sold')
    for (const offer of state.offers)
      if (offer.post === post && (offer.status === 'open' || offer.status === 'accepted'))
        offer.status = 'over'
  const standing = standingOf(state, post)
  if (standing === 'over') {
    for (const boost of post.boosts) state.add(post.seller, 'available', unusedOf(boost))
    post.boosts = []
  }
  if (standing !== 'shown') return
  let free = 0
  for (const boost of post.boosts) {
    // One that has begun goes on from now.
    const startsAt = Math.max(free, boost.startsAt)
    boost.startsAt = startsAt
    boost.endsAt = Math.max(startsAt, state.now) + boost.left
    free = boost.endsAt
  }
}

/** Behind the others. */
export function addBoost(state: State, post: Post): Boost {
  const startsAt = Math.max(state.now, ...post.boosts.map(({ endsAt }) => endsAt))
  const boost = { left: days(boostDays), startsAt, endsAt: startsAt + days(boostDays) }
  post.boosts.push(boost)
  return boost
}

export function turn(state: State, order: Order, status: Order['status']): void {
  order.status = status
  order.since = state.now
  followListing(state, order.post)
}
