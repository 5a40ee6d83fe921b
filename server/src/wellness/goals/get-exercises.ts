import { type Static, Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import type { Key } from '../../platform/operation/page.ts'
import { cursorInvalid } from '../../platform/operation/problem.ts'
import { OneOf, Text } from '../../platform/operation/schema.ts'
import type { Reading } from '../../platform/operation/work.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { logicalDate, startOfDay } from '../days/public.ts'
import {
  type ExerciseFilterOfAll,
  FoundExercise,
  LanguageHeader,
  offeredOrders,
  presentOfferedExercise,
  selectByIds,
  selectCandidates,
  selectOffered,
} from '../exercises/public.ts'
import { feelingLabels } from '../feelings/public.ts'
import { bestFirst, type Recommended, recommend } from '../practice/public.ts'
import { ownPracticeOf, practiceBefore } from '../sessions/public.ts'
import { hasSubscription } from '../subscriptions/public.ts'
import { textsIn } from '../texts.ts'
import { selectLinksOf } from './queries.ts'
import { tagsIn } from './tags.ts'

export const getExercises = operation({
  key: 'U26',
  source: 'named in the specification with GET; path, filters, orders and shape chosen here',
  method: 'GET',
  path: '/user/exercise',
  summary:
    'List the exercises of all categories; what is recommended stays the same all day, and says why it is there',
  tag: 'exercises',
  access: user,
  query: Type.Object({
    q: Type.Optional(Text(1, 100, { example: 'breathe' })),
    tags: Type.Optional(
      Text(1, 400, { description: 'comma-separated; those that have all of them', example: 'evening,short' }),
    ),
    feeling: Type.Optional(OneOf(feelingLabels, { description: 'what they are good for' })),
    sort: Type.Optional(
      OneOf(['recommended', 'new', 'popular', 'duration'], {
        default: 'recommended',
        description:
          'recommended: the best for you of up to two hundred, of what you did before and of what your goals are about, without what is locked; popular: by what people completed, counted each night; duration: the shortest first',
      }),
    ),
  }),
  headers: Type.Object({
    ...LanguageHeader.properties,
    ...Type.Pick(ClientHeaders, ['timeZone']).properties,
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Exercises fetched successfully', data: Type.Array(FoundExercise) } },

  async handle({ query, headers, caller, page, ...reading }) {
    const { db, clock, services } = reading
    const now = clock.now()
    const filter = { q: query.q ?? null, tags: tagsIn(query.tags), feeling: query.feeling ?? null }
    const sort = query.sort ?? 'recommended'
    const { after } = page
    const limit = page.limit + 1
    const isSubscriber = await hasSubscription(db, caller.id, now)
    const language = headers.language ?? caller.language
    const reader = { language, isSubscriber }
    const present =
      (practice: Awaited<ReturnType<typeof ownPracticeOf>>, why?: Recommended) =>
      (row: Parameters<typeof presentOfferedExercise>[0]): Static<typeof FoundExercise> => ({
        ...presentOfferedExercise(row, practice.get(row.id), services, reader),
        reason: why ? textsIn(language).recommended[why.reason] : null,
        reasonCode: why?.reason ?? null,
      })
    if (sort !== 'recommended') {
      const rows = await selectOffered(db, { ...filter, sort, after, limit })
      const practice = await ownPracticeOf(db, idsOf(rows), caller.id)
      return page.of(rows, offeredOrders[sort].keyOf, present(practice))
    }
    const place = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const date = logicalDate(now, place.timezone, place.dayStartMinutes)
    const today = { date, began: startOfDay(date, place) }
    const chosen = behind(
      await recommended(reading, filter, { userId: caller.id, today, isSubscriber }),
      after,
    )
    const shown = chosen.slice(0, limit)
    const [rows, practice] = await Promise.all([
      selectByIds(db, idsOf(shown)),
      ownPracticeOf(db, idsOf(shown), caller.id),
    ])
    const found = shown.flatMap((why) => {
      const row = rows.get(why.id)
      return row ? [{ why, row }] : []
    })
    return page.of(
      found,
      ({ why }) => [why.score, why.id],
      ({ why, row }) => present(practice, why)(row),
    )
  },
})

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Of what somebody did before, so much is looked at again. */
const mostOfOwn = 100

async function recommended(
  { db }: Pick<Reading, 'db'>,
  filter: ExerciseFilterOfAll,
  {
    userId,
    today,
    isSubscriber,
  }: { userId: string; today: { date: string; began: Date }; isSubscriber: boolean },
): Promise<Recommended[]> {
  const { date } = today
  const [earlier, wanted] = await Promise.all([
    practiceBefore(db, userId, date),
    selectLinksOf(db, userId, today),
  ])
  const own = [...earlier]
    .sort(([one, a], [other, b]) => (b.moodLift ?? 0) - (a.moodLift ?? 0) || (one < other ? -1 : 1))
    .slice(0, mostOfOwn)
    .map(([id]) => id)
  const candidates = await selectCandidates(db, { ...filter, own, wanted, mayBePremium: isSubscriber })
  return recommend(candidates, { userId, date, earlier })
}

/** What comes after the last of the page before. */
function behind(all: readonly Recommended[], after: Key | undefined): readonly Recommended[] {
  if (after === undefined) return all
  const [score, id] = after
  if (typeof score !== 'number' || typeof id !== 'string') throw cursorInvalid()
  return all.filter((each) => bestFirst({ score, id }, each) < 0)
}
