import { hours } from '../../platform/clock.ts'
import type { OfferSide } from '../chat/public.ts'

/** For so long an offer can be answered, and its pieces are kept once it is accepted; somebody is reminded before. */
export const answerableForMs = hours(48)
export const keptForMs = hours(24)
const remindedBeforeMs = hours(6)

/** How often a buyer names a price for a listing in a day, so that nobody feels their way to what its seller considers. */
export const proposalsPerDay = 5

const before = (end: Date) => new Date(end.getTime() - remindedBeforeMs)

/** When somebody is reminded of an end: at the end itself where that is near. */
export const dueBefore = (end: Date, now: Date): Date => (before(end) > now ? before(end) : end)

export const otherSide = (side: OfferSide): OfferSide => (side === 'buyer' ? 'seller' : 'buyer')
