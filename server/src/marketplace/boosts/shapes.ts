import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { kinds } from '../promotions/public.ts'
import { boostStatuses } from './boost.ts'
import type { PackageRow } from './package-queries.ts'
import type { BoostRow, PastRow } from './queries.ts'

export const kindWords = `bump: places in the feed. top: places in searches. featured: both. urgent: places in the feed before others, with the word. bundle: all of it`

export const Package = Type.Object(
  {
    _id: Id,
    name: Shown('A week on top'),
    version: Type.Integer(),
    kind: OneOf(kinds, { description: kindWords }),
    price: Type.Number(),
    price_minor: Type.Integer(),
    currency: Shown('EUR'),
    duration_days: Type.Integer({ description: '0 is six hours' }),
    quantity: Nullable(Type.Integer(), 'so many may run or wait at the same moment'),
    category_ids: Type.Array(Id, { description: 'empty: of every category' }),
    is_active: Type.Boolean(),
    is_last: Type.Boolean({ description: 'no later version has taken its place' }),
    created_at: Timestamp,
  },
  { title: 'Package' },
)

export const presentPackage = ({ id: _id, created_at, ...row }: PackageRow): Static<typeof Package> => ({
  _id,
  ...row,
  price: majorOf(row.price_minor, row.currency),
  created_at: created_at.toISOString(),
})

export const refusals = ['POST_NOT_ACTIVE', 'PACKAGE_NOT_ELIGIBLE', 'ALREADY_QUEUED'] as const

export const Offer = Type.Object(
  {
    ...Package.properties,
    refusal: Type.Optional(
      Nullable(OneOf(refusals), 'why your listing cannot have it now; null when it can'),
    ),
    forecast: Type.Optional(
      Nullable(
        Type.Object({
          boosts: Type.Integer({ description: 'of the same kind that it is made of, at most the last 200' }),
          views_low: Type.Integer({ description: 'in all its days; a quarter of those boosts had fewer' }),
          views_high: Type.Integer({ description: 'a quarter had more' }),
        }),
        'null before the first boost of the kind is over',
      ),
    ),
  },
  { title: 'PackageOffer' },
)

export function presentForecast(
  { duration_days }: PackageRow,
  past: PastRow | undefined,
): Static<typeof Offer>['forecast'] {
  if (!past) return null
  const length = duration_days === 0 ? 0.25 : duration_days
  return {
    boosts: past.n,
    views_low: Math.round(past.low * length),
    views_high: Math.round(past.high * length),
  }
}

const Counts = {
  impressions: Nullable(
    Type.Integer(),
    'how often it was shown in lists, to each person once a day; null of a boost that was over before that was counted',
  ),
  views: Type.Integer(),
  favourites: Type.Integer(),
  chats: Type.Integer(),
}

export const Boost = Type.Object(
  {
    _id: Id,
    post_id: Id,
    title: Shown('Child bicycle, red'),
    package_id: Id,
    package_name: Shown('A week on top'),
    kind: OneOf(kinds),
    status: OneOf(boostStatuses),
    starts_at: { ...Timestamp, description: 'of one that waits for its payment, not before' },
    ends_at: { ...Timestamp, description: 'later by the time that it is suspended' },
    suspended_at: Nullable(Timestamp),
    over_at: Nullable(Timestamp),
    paid: Type.Number(),
    paid_minor: Type.Integer(),
    refunded: Type.Number({ description: 'for whole days that nobody saw, to your wallet' }),
    refunded_minor: Type.Integer(),
    currency: Shown('EUR'),
    payment_id: Nullable(Id, 'of a card'),
    promoted_impressions: Type.Integer({ description: 'how often it was shown in a place of its own' }),
    report: Nullable(
      Type.Object({
        days: Type.Integer({ description: 'of UTC that it ran on' }),
        promoted_impressions: Type.Integer(),
        ...Counts,
        before: Type.Object(Counts, { description: 'of the seven days before it began' }),
      }),
      'once it is over',
    ),
    created_at: Timestamp,
  },
  { title: 'Boost' },
)

export const presentBoost = (row: BoostRow, promotedImpressions: number): Static<typeof Boost> => ({
  _id: row.id,
  post_id: row.post_id,
  title: row.title,
  package_id: row.package_id,
  package_name: row.package_name,
  kind: row.kind,
  status: row.status,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  suspended_at: row.suspended_at?.toISOString() ?? null,
  over_at: row.over_at?.toISOString() ?? null,
  paid: majorOf(row.paid_minor, row.currency),
  paid_minor: row.paid_minor,
  refunded: majorOf(row.refunded_minor, row.currency),
  refunded_minor: row.refunded_minor,
  currency: row.currency,
  payment_id: row.payment_id,
  promoted_impressions: row.report?.promoted_impressions ?? promotedImpressions,
  report: row.report,
  created_at: row.created_at.toISOString(),
})
