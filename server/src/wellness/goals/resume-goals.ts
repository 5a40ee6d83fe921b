import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { viewOf } from './kept-course.ts'
import { endVacations, selectVacations } from './pause-queries.ts'
import { noSuchPause } from './problems.ts'
import { lockGoalsOf } from './queries.ts'
import { followGoals } from './time-off.ts'

export const resumeGoals = operation({
  source: 'not in the specification; ends what the operation of the same path plans',
  method: 'DELETE',
  path: '/goals/pause',
  summary: 'End a time off, or all of them, and resume what it paused and nothing else',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  query: Type.Object({
    pauseId: Type.Optional({ ...Id, description: 'one of them; all, running or planned, unless said' }),
  }),
  replies: {
    200: { message: 'Goals resumed', data: Type.Object({ goalIds: Type.Array(Id) }) },
  },
  problems: [noSuchPause],

  async handle({ query: { pauseId }, headers, caller, ...work }) {
    const { db } = work
    const owner = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const [view] = await Promise.all([viewOf(work, owner), lockGoalsOf(db, caller.id)])
    const known = await selectVacations(db, caller.id, view.today)
    const ended = known.filter(({ id }) => pauseId === undefined || id === pauseId)
    if (pauseId !== undefined && ended.length === 0) throw noSuchPause()
    const goalIds = [...new Set(ended.flatMap(({ goal_ids: ids }) => ids))]
    if (ended.length === 0) return { goalIds }
    await endVacations(
      db,
      ended.map(({ id }) => id),
      view.today,
    )
    await followGoals(work, owner, view, goalIds)
    return { goalIds }
  },
})
