import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { goalsKept } from '../limits.ts'
import { checkRoomToReturn, selectReminders, tooManyReminders } from '../reminders/public.ts'
import { bridge } from './change.ts'
import { courseOf, dateAt } from './course.ts'
import { keepCourse, viewOf } from './kept-course.ts'
import { goalLimit, noSuchGoal } from './problems.ts'
import { lockGoalsOf, markRestored, restorableMs, selectGoal, selectRoom } from './queries.ts'
import { GoalRecord, presentGoal } from './shapes.ts'

export const restoreGoal = operation({
  source: 'not in the specification; a deletion can be a slip of the finger',
  method: 'POST',
  path: '/goals/{goalId}/restore',
  summary: 'Have a goal back that you deleted in the last 30 days; the days between count for nothing',
  access: user,
  params: Type.Object({ goalId: Id }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  replies: { 200: { message: 'Goal restored', data: GoalRecord } },
  problems: [noSuchGoal, goalLimit, tooManyReminders],

  async handle({ params: { goalId }, headers, caller, ...work }) {
    const { db, clock, services } = work
    const now = clock.now()
    const owner = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const [view] = await Promise.all([viewOf(work, owner), lockGoalsOf(db, caller.id)])
    const { today } = view
    const since = new Date(now.getTime() - restorableMs)
    const deletedAt = await markRestored(db, { userId: caller.id, id: goalId, since }, now)
    if (!deletedAt) {
      // Pressed twice: it is back already.
      const goal = await selectGoal(db, { id: goalId, userId: caller.id, today })
      if (!goal) throw noSuchGoal()
      return presentGoal(courseOf(goal, view), (await selectReminders(db, [goalId])).get(goalId))
    }
    const { active } = await selectRoom(db, { userId: caller.id, today, title: '' })
    if (active > configured(services, goalsKept)) throw goalLimit()
    await checkRoomToReturn(work, { id: goalId, userId: caller.id })
    await bridge(work, goalId, { from: dateAt(deletedAt, view), today }, now)
    const course = await keepCourse(work, owner, view, { goalId, isWhole: true })
    return presentGoal(course, (await selectReminders(db, [goalId])).get(goalId))
  },
})
