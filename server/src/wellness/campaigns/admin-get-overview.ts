import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { administrator } from '../access.ts'
import { mostCounted, selectOverview } from './queries.ts'

const Count = (description: string) =>
  Type.Integer({ description: `${description}; ${mostCounted} may be more` })

export const adminGetOverview = operation({
  source: 'not in the specification; what administrators of the wellness app see first',
  method: 'GET',
  path: '/admin/overview',
  summary: 'Count what administrators look after: campaigns, exercises and new people',
  access: administrator,
  runs: 'long-read',
  replies: {
    200: {
      message: 'Overview fetched successfully',
      data: Type.Object(
        {
          campaigns: Type.Object({
            scheduled: Count('those whose time has not come'),
            underWay: Count('those that go out now'),
            failed: Count('those of the last 7 days that did not reach everybody'),
          }),
          exercises: Type.Object({ offered: Type.Integer(), hidden: Type.Integer() }),
          joined: Count('accounts opened within a day'),
          most: Type.Integer({ description: 'where counting ends' }),
        },
        { title: 'AdminOverview' },
      ),
    },
  },

  async handle({ db, clock }) {
    const now = clock.now().getTime()
    const since = { failed: new Date(now - days(7)), joined: new Date(now - days(1)) }
    const {
      scheduled,
      under_way: underWay,
      failed,
      offered,
      hidden,
      joined,
    } = await selectOverview(db, since)
    return {
      campaigns: { scheduled, underWay, failed },
      exercises: { offered, hidden },
      joined,
      most: mostCounted,
    }
  },
})
