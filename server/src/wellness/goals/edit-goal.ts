import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { replaceReminders, selectReminders, tooManyReminders } from '../reminders/public.ts'
import { changeGoal } from './change.ts'
import { EditGoal } from './input-shapes.ts'
import { keepCourse, remindedOf, viewOf } from './kept-course.ts'
import {
  badSchedule,
  catalogMismatch,
  goalLimit,
  invalidTransition,
  noSuchGoal,
  noSuchItem,
  rruleUnsupported,
  targetRequired,
  tooManyChanges,
  versionConflict,
} from './problems.ts'
import { fromTheStart, lockGoal, lockGoalsOf, selectGoal } from './queries.ts'
import { GoalRecord, presentGoal } from './shapes.ts'

export const editGoal = operation({
  key: 'G3',
  source: 'named in the specification; method, path, fields and shape chosen here',
  method: 'PUT',
  path: '/goals/{goalId}',
  summary:
    'Change, pause, resume, complete, reopen or put away a goal; days that are over stay as they were judged',
  access: user,
  params: Type.Object({ goalId: Id }),
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  body: EditGoal,
  replies: { 200: { message: 'Goal updated successfully', data: GoalRecord } },
  problems: [
    noSuchGoal,
    versionConflict,
    invalidTransition,
    badSchedule,
    rruleUnsupported,
    targetRequired,
    noSuchItem,
    catalogMismatch,
    goalLimit,
    tooManyChanges,
    tooManyReminders,
  ],

  async handle({ params: { goalId }, body, headers, caller, ...work }) {
    const { db } = work
    const owner = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const [view] = await Promise.all([
      viewOf(work, owner),
      lockGoalsOf(db, caller.id),
      lockGoal(db, caller.id, goalId),
    ])
    const { today } = view
    const goal = await selectGoal(db, { id: goalId, userId: caller.id, today, marksFrom: fromTheStart })
    if (!goal) throw noSuchGoal()
    if (body.version !== undefined && body.version !== goal.version) throw versionConflict()
    await changeGoal(work, owner, view, goal, body)
    const course = await keepCourse(work, owner, view, { goalId, isWhole: true })
    if (body.reminders) await replaceReminders(work, remindedOf(course), body.reminders)
    return presentGoal(course, (await selectReminders(db, [goalId])).get(goalId))
  },
})
