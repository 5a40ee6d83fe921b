import { days } from '../../platform/clock.ts'
import { hintsIn } from '../trust/public.ts'
import type { Standing } from '../users/public.ts'

export const riskReasons = [
  'payment_outside',
  'new_account',
  'title_replaced',
  'price_changed',
  'pictures_replaced',
  'category_changed',
] as const
export type RiskReason = (typeof riskReasons)[number]

const weights: Record<RiskReason, number> = {
  payment_outside: 40,
  new_account: 20,
  title_replaced: 25,
  price_changed: 25,
  pictures_replaced: 25,
  category_changed: 25,
}
/** By trust level, which is 1 for newcomers; those who proved themselves are not held up. */
const tooMuch = [40, 60, 100, Number.POSITIVE_INFINITY] as const

/** What of a listing people are told. */
interface Told {
  title: string
  description: string
  price_minor: number
  currency: string
  category_id: string
  photo_ids: string[]
}

/** What speaks for a look at a new listing before it appears. */
export const risksOfListing = (post: Told, { created_at }: Standing, now: Date): RiskReason[] =>
  asksToPayOutside(post)
    ? ['payment_outside', ...(now.getTime() - created_at.getTime() < days(1) ? ['new_account' as const] : [])]
    : []

/** What speaks for a look at a change of what people have seen already: it may be another thing by now. */
export const risksOfChange = (before: Told, after: Told): RiskReason[] => [
  ...(asksToPayOutside(after) && !asksToPayOutside(before) ? ['payment_outside' as const] : []),
  ...(isReplaced(wordsOf(before.title), wordsOf(after.title)) ? ['title_replaced' as const] : []),
  ...(isFarFrom(before, after) ? ['price_changed' as const] : []),
  ...(isReplaced(before.photo_ids, after.photo_ids) ? ['pictures_replaced' as const] : []),
  ...(before.category_id === after.category_id ? [] : ['category_changed' as const]),
]

/** Whether it is too much together to appear without a moderator's look. */
export const isTooRisky = (risks: readonly RiskReason[], { trust_level }: Standing): boolean =>
  risks.reduce((sum, risk) => sum + weights[risk], 0) >= (tooMuch[trust_level] ?? tooMuch[0])

const asksToPayOutside = ({ title, description }: Told) =>
  hintsIn(`${title}\n${description}`).includes('payment_outside')

const wordsOf = (title: string) => title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []

/** There was something, and nothing of it is left. */
const isReplaced = (before: readonly string[], after: readonly string[]) =>
  before.length > 0 && !before.some((one) => after.includes(one))

/** By more than 60 %, or in another currency. */
const isFarFrom = (before: Told, after: Told) =>
  before.currency !== after.currency ||
  Math.abs(after.price_minor - before.price_minor) * 5 > before.price_minor * 3
