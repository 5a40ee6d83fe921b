import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, Shown, Text } from '../../platform/operation/schema.ts'
import { Current, mostSubGoals } from '../goals/public.ts'
import { CatalogueId, LateDayId } from '../ids.ts'

/** The kinds of event that a phone may have kept. */
export const kinds = ['SESSION', 'GOAL_MARK'] as const

export const OfflineEvent = Type.Object(
  {
    kind: OneOf(kinds),
    requestid: Text(1, 128, { pattern: '^[A-Za-z0-9._:-]+$', example: '3f2a-1' }),
    occurredAt: Instant,
    timeZone: Text(1, 64, { description: 'IANA name of the zone it happened in', example: 'Europe/Berlin' }),
    type: Type.Optional(
      Text(1, 20, { description: 'START, COMPLETE (the default) or ABANDON', example: 'COMPLETE' }),
    ),
    categoryId: Type.Optional(CatalogueId),
    subCategoryId: Type.Optional(CatalogueId),
    exerciseId: Type.Optional(CatalogueId),
    feeling: Type.Optional(
      Text(1, 40, { description: '1 (very unpleasant) to 7, or a word for it', example: 'calm' }),
    ),
    dailyGoalId: Type.Optional({
      ...LateDayId,
      description: 'GOAL_MARK: the day of the goal that it is said of',
    }),
    status: Type.Optional(OneOf(['COMPLETED', 'PENDING', 'SKIPPED'])),
    current: Type.Optional(Current),
    subGoals: Type.Optional(
      Type.Array(Type.Object({ id: LateDayId, isCompleted: Type.Boolean() }), { maxItems: mostSubGoals }),
    ),
    note: Type.Optional(Nullable(Text(0, 500, { example: 'Easier than last week.' }))),
  },
  { title: 'OfflineEvent' },
)
export type OfflineEvent = Static<typeof OfflineEvent>

export const SyncResult = Type.Object(
  {
    requestid: Shown('3f2a-1'),
    status: Type.Integer({
      description:
        '201 taken, 200 known already or ended an open session, else refused; 404 NO_OPEN_SESSION: kept for its start, should that come',
    }),
    sessionId: Nullable(Id),
    error: Nullable(
      Type.Object({
        code: Shown('NO_SUCH_ITEM'),
        message: Shown('There is no such exercise or category.'),
        fields: Type.Array(
          Type.Object({
            path: Shown('body.events.0.exerciseId'),
            rule: Shown('exists'),
            message: Shown('names nothing there is'),
          }),
        ),
      }),
    ),
  },
  { title: 'SyncResult' },
)
