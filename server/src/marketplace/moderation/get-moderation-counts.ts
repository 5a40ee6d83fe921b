import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, Timestamp } from '../../platform/operation/schema.ts'
import { moderator } from '../access.ts'
import { countForModerators, mostCounted } from './queries.ts'

const Count = (description: string) =>
  Type.Integer({ description: `${description}; ${mostCounted} may be more` })

export const getModerationCounts = operation({
  source: 'not in the specification; what those who look after the marketplace see first',
  method: 'GET',
  path: '/post-mgt/review-counts',
  summary: 'Count what waits for a moderator, and what is new since a day ago',
  tag: 'posts',
  access: moderator,
  replies: {
    200: {
      message: 'Counts fetched successfully',
      data: Type.Object(
        {
          waiting: Type.Object({
            listings: Count('new listings'),
            changes: Count('changes of listings'),
            oldest_at: Nullable(Timestamp, 'since when the first of them waits'),
          }),
          last_day: Type.Object({
            published: Count('listings that appeared and are open'),
            joined: Count('people who joined'),
          }),
          most: Type.Integer({ description: 'where counting ends' }),
        },
        { title: 'ModerationCounts' },
      ),
    },
  },

  async handle({ caller, db, clock }) {
    const since = new Date(clock.now().getTime() - days(1))
    const { listings, changes, oldest_at, published, joined } = await countForModerators(db, caller.id, since)
    return {
      waiting: { listings, changes, oldest_at: oldest_at?.toISOString() ?? null },
      last_day: { published, joined },
      most: mostCounted,
    }
  },
})
