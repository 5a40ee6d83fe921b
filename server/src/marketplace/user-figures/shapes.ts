import { type Static, Type } from 'typebox'
import { CalendarDate, Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Bucket } from './figures.ts'
import type { CohortRow, Days } from './queries.ts'
import type { AccountRow } from './user-queries.ts'
import { sources, userRoles, userStatuses } from './words.ts'

const BySource = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: `by what they came: ${sources.join(', ')}`,
})

export const UserFigures = Type.Object(
  {
    from: CalendarDate,
    to: { ...CalendarDate, description: 'the last day of the period that is over' },
    tz: Shown('Europe/Berlin', 'in which days begin'),
    interval: OneOf(['day', 'week', 'month']),
    sign_ups: Type.Integer(),
    verified: Type.Integer({ description: 'of them, counted anew for seven days' }),
    by_source: BySource,
    series: Type.Array(
      Type.Object({
        start: CalendarDate,
        sign_ups: Type.Integer(),
        verified: Type.Integer(),
        by_source: BySource,
        daily_active: Type.Number({ description: 'people who were here on a day, on average' }),
        weekly_active: Type.Integer({ description: 'in the seven days up to the last one' }),
        monthly_active: Type.Integer({ description: 'in the thirty days up to the last one' }),
      }),
    ),
    cohorts: Type.Array(
      Type.Object({
        week: { ...CalendarDate, description: 'the Monday of the week in which they signed up' },
        people: Type.Integer(),
        active: Type.Array(Type.Integer(), {
          description: 'how many of them were here in that week, and in each later one that is over',
        }),
      }),
    ),
  },
  { title: 'UserFigures' },
)

export function presentFigures(
  period: Days & { interval: Bucket['start'] },
  series: readonly Bucket[],
  cohorts: readonly CohortRow[],
): Static<typeof UserFigures> {
  const bySource: Record<string, number> = {}
  for (const { by_source } of series)
    for (const [source, count] of Object.entries(by_source))
      bySource[source] = (bySource[source] ?? 0) + count
  const { from, to, tz, interval } = period
  return {
    from,
    to,
    tz,
    interval: interval as Static<typeof UserFigures>['interval'],
    sign_ups: series.reduce((sum, { sign_ups }) => sum + sign_ups, 0),
    verified: series.reduce((sum, { verified }) => sum + verified, 0),
    by_source: bySource,
    series: [...series],
    cohorts: presentCohorts(cohorts),
  }
}

function presentCohorts(rows: readonly CohortRow[]) {
  const grouped = Map.groupBy(rows, ({ week }) => week)
  return [...grouped]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([week, ofWeek]) => {
      const sorted = ofWeek.toSorted((one, other) => one.later - other.later)
      return { week, people: sorted.at(-1)?.people ?? 0, active: sorted.map(({ active }) => active) }
    })
}

/** An account as administrators see it. */
export const UserAccount = Type.Object(
  {
    _id: Id,
    name: Shown('Ada Lovelace'),
    email: Nullable(Shown('ada@example.org')),
    is_verified: Type.Boolean(),
    role: OneOf(userRoles),
    status: OneOf(userStatuses),
    trust_level: Type.Integer({ minimum: 0, maximum: 3 }),
    place: Shown('Old Town'),
    source: OneOf(sources),
    plans: Type.Array(Shown('plus'), {
      description: 'the keys of the plans that are open to them now; none is the free one',
    }),
    listings_open: Type.Integer({ description: '100 for a hundred and more' }),
    listings_sold: Type.Integer({ description: '100 for a hundred and more' }),
    reports: Type.Integer({ description: 'cases about them or their things that are open' }),
    risk: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'how much speaks against them: cases that are open, decisions that stand, payments that their bank took back',
    }),
    created_at: Timestamp,
    last_seen_at: Nullable(Timestamp),
  },
  { title: 'UserAccount' },
)

export const presentAccount = ({
  id: _id,
  created_at,
  last_seen_at,
  seen_day: _,
  ...row
}: AccountRow): Static<typeof UserAccount> => ({
  _id,
  ...row,
  created_at: created_at.toISOString(),
  last_seen_at: last_seen_at?.toISOString() ?? null,
})
