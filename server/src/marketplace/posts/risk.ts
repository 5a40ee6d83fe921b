import { days } from '../../platform/clock.ts'
import { exponentOf } from '../../platform/money.ts'
import { hintsIn } from '../trust/public.ts'
import type { Standing } from '../users/public.ts'

export const riskReasons = [
  'payment_outside',
  'new_account',
  'title_replaced',
  'price_changed',
  'price_multiplied',
  'pictures_replaced',
  'category_changed',
] as const
export type RiskReason = (typeof riskReasons)[number]

const weights: Record<RiskReason, number> = {
  payment_outside: 40,
  new_account: 20,
  title_replaced: 25,
  price_changed: 25,
  price_multiplied: 15,
  pictures_replaced: 25,
  category_changed: 25,
}
/** By trust level, which is 1 for newcomers; those who proved themselves are not held up. */
const tooMuch = [40, 60, 100, Number.POSITIVE_INFINITY] as const

/** What of a listing decides whether it is still the same thing. */
export interface Told {
  title: string
  price_minor: number
  currency: string
  category_id: string
  photo_ids: string[]
  asksToPayOutside: boolean
}

export const toldOf = (post: Omit<Told, 'asksToPayOutside'> & { description: string }): Told => ({
  title: post.title,
  price_minor: post.price_minor,
  currency: post.currency,
  category_id: post.category_id,
  photo_ids: post.photo_ids,
  asksToPayOutside: hintsIn(`${post.title}\n${post.description}`).includes('payment_outside'),
})

/** What speaks for a look at a new listing before it appears. */
export const risksOfListing = (told: Told, { created_at }: Standing, now: Date): RiskReason[] =>
  told.asksToPayOutside
    ? ['payment_outside', ...(now.getTime() - created_at.getTime() < days(1) ? ['new_account' as const] : [])]
    : []

/** What speaks for a look at a change of what people have seen already: it may be another thing by now. */
export const risksOfChange = (before: Told, after: Told, author: Standing, now: Date): RiskReason[] => [
  ...(before.asksToPayOutside ? [] : risksOfListing(after, author, now)),
  ...(isReplaced(wordsOf(before.title), wordsOf(after.title)) ? ['title_replaced' as const] : []),
  ...(isFarFrom(before, after) ? ['price_changed' as const] : []),
  ...(isMultiple(before, after) ? ['price_multiplied' as const] : []),
  ...(isReplaced(before.photo_ids, after.photo_ids) ? ['pictures_replaced' as const] : []),
  ...(before.category_id === after.category_id ? [] : ['category_changed' as const]),
]

/** Whether it is too much together to appear without a moderator's look. */
export const isTooRisky = (risks: readonly RiskReason[], { trust_level }: Standing): boolean =>
  risks.reduce((sum, risk) => sum + weights[risk], 0) >= (tooMuch[trust_level] ?? tooMuch[0])

const wordsOf = (title: string) => title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []

/** There was something, and nothing of it is left. */
const isReplaced = (before: readonly string[], after: readonly string[]) =>
  before.length > 0 && !before.some((one) => after.includes(one))

/** By more than 60 %, or in another currency. */
const isFarFrom = (before: Told, after: Told) =>
  before.currency !== after.currency ||
  Math.abs(after.price_minor - before.price_minor) * 5 > before.price_minor * 3

/** Ten times as much, or a tenth; less than one unit counts as one. */
function isMultiple(before: Told, after: Told): boolean {
  if (before.currency !== after.currency) return false
  const unit = 10 ** exponentOf(before.currency)
  const [low = 0, high = 0] = [before.price_minor, after.price_minor].sort((a, b) => a - b)
  return high >= 10 * Math.max(low, unit)
}
