import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { CalendarDate, Id, Nullable, Shown } from '../../platform/operation/schema.ts'
import type { Figures, Period } from '../views/public.ts'
import type { Answering, SalesRow } from './queries.ts'

const Revenue = Type.Object({
  currency: Shown('EUR'),
  amount: Type.Number({ description: 'what was said to be paid, else the asking price of each piece' }),
  amount_minor: Type.Integer(),
  sales: Type.Integer(),
})

export const SummaryStats = Type.Object(
  {
    user_id: Id,
    from: CalendarDate,
    to: CalendarDate,
    tz: Shown('Europe/Berlin', 'in which days begin'),
    listings: Type.Object({
      on_offer: Type.Integer({ description: 'now' }),
      sold: Type.Integer({ description: 'ever' }),
      by_state: Type.Optional(
        Type.Unsafe<Record<string, number>>({
          type: 'object',
          additionalProperties: { type: 'integer' },
          description: 'of your own; as they are now',
        }),
      ),
    }),
    response_time: Type.Object(
      {
        median_seconds: Nullable(Type.Integer(), 'null where nothing was answered'),
        chats: Type.Integer({ description: 'that others began about a listing in the period' }),
        answered: Type.Integer(),
      },
      { description: 'from the first message to the first answer, of the 200 chats that moved last' },
    ),
    views: Type.Optional(Type.Integer({ description: 'each person counts once a day' })),
    favourites: Type.Optional(Type.Integer()),
    chats: Type.Optional(Type.Integer({ description: 'begun about your listings' })),
    sales: Type.Optional(Type.Integer({ description: 'listings whose last sale is in the period' })),
    revenue: Type.Optional(Type.Array(Revenue, { description: 'of these sales, by currency' })),
  },
  { title: 'SummaryStats' },
)

/** What everybody sees of somebody's figures. */
export const presentPublicStats = (
  userId: string,
  { from, to, tz }: Period,
  { active: on_offer, sold }: { active: number; sold: number },
  response_time: Answering,
): Static<typeof SummaryStats> => ({
  user_id: userId,
  from,
  to,
  tz,
  listings: { on_offer, sold },
  response_time,
})

export const presentOwnStats = (
  shown: Static<typeof SummaryStats>,
  states: readonly { status: string; count: number }[],
  { series, favourites, chats }: Figures,
  sales: readonly SalesRow[],
): Static<typeof SummaryStats> => ({
  ...shown,
  listings: {
    ...shown.listings,
    by_state: Object.fromEntries(states.map(({ status, count }) => [status, count])),
  },
  views: series.reduce((sum, { views }) => sum + views, 0),
  favourites,
  chats,
  sales: sales.reduce((sum, row) => sum + row.sales, 0),
  revenue: sales.map(({ currency, amount_minor, sales }) => ({
    currency,
    amount: majorOf(amount_minor, currency),
    amount_minor,
    sales,
  })),
})
