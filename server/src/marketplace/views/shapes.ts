import { type Static, Type } from 'typebox'
import { CalendarDate, OneOf, Verbatim } from '../../platform/operation/schema.ts'
import type { Figures } from './figures-queries.ts'

/** So many listings are told of in one call. */
export const mostAtOnce = 50

export const DeviceOfLooker = Verbatim(1, 128, {
  description: 'of those without an account; the header `deviceId` says the same',
  example: 'a1b2c3',
})

/** Where somebody comes upon a listing. */
export const sources = [
  'feed',
  'search',
  'category',
  'trending',
  'most_viewed',
  'profile',
  'related',
  'favourites',
  'chat',
  'notification',
  'share',
  'other',
] as const

export const intervals = ['day', 'week', 'month'] as const

export const PostViews = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    tz: Type.String({ description: 'in which days begin', examples: ['Europe/Berlin'] }),
    interval: OneOf(intervals),
    total: Type.Integer({ description: 'each person counts once a day' }),
    unique: Type.Integer({
      description:
        'each person counts once; of days more than 90 days ago, from which nobody is known any more, once a day',
    }),
    series: Type.Array(
      Type.Object({
        start: { ...CalendarDate, description: 'the first day, also where `from` is later' },
        views: Type.Integer(),
        impressions: Type.Integer(),
      }),
      { description: 'without a gap; together the total, and the impressions of the funnel' },
    ),
    by_source: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'where they came upon it; together the total',
    }),
    funnel: Type.Object(
      {
        impressions: Type.Integer({ description: 'shown in lists; each person counts once a day' }),
        views: Type.Integer(),
        favourites: Type.Integer(),
        chats: Type.Integer(),
        offers: Type.Integer(),
      },
      {
        description:
          'of the same days: saved and not let go again, chats about it, and offers that buyers made, without what answered them',
      },
    ),
  },
  { title: 'PostViews' },
)

export const presentFigures = (
  { from, to, tz, interval }: Pick<Static<typeof PostViews>, 'from' | 'to' | 'tz' | 'interval'>,
  figures: Figures,
): Static<typeof PostViews> => {
  const total = figures.series.reduce((sum, { views }) => sum + views, 0)
  return {
    from,
    to,
    tz,
    interval,
    total,
    unique: figures.unique_views,
    series: figures.series,
    by_source: figures.by_source,
    funnel: {
      impressions: figures.series.reduce((sum, { impressions }) => sum + impressions, 0),
      views: total,
      favourites: figures.favourites,
      chats: figures.chats,
      offers: figures.offers,
    },
  }
}
