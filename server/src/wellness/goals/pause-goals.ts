import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { CalendarDate, Id, Nullable } from '../../platform/operation/schema.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { addDays } from '../days/public.ts'
import { timesOffKept } from '../limits.ts'
import { viewOf } from './kept-course.ts'
import {
  countVacations,
  insertVacation,
  selectPausable,
  selectVacations,
  type VacationRow,
} from './pause-queries.ts'
import { presentVacation, Vacation } from './pauses.ts'
import { noGoalAt, noSuchGoal, timeOffLimit } from './problems.ts'
import { lockGoalsOf } from './queries.ts'
import { followGoals } from './time-off.ts'

const mostAhead = 366

export const pauseGoals = operation({
  source: 'not in the specification; a time off is planned once, and ends by itself',
  method: 'POST',
  path: '/goals/pause',
  summary: 'Plan a time off for all your goals, or some: nothing is due, and no streak ends',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  body: Type.Object({
    from: Type.Optional({ ...CalendarDate, description: 'today unless said; within a year from it' }),
    to: Type.Optional(
      Nullable(CalendarDate, 'the last day of it, within a year of the start; open unless said'),
    ),
    goalIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })),
  }),
  replies: { 201: { message: 'Goals paused', data: Vacation } },
  problems: [noSuchGoal, timeOffLimit],

  async handle({ body, headers, caller, ...work }) {
    const { db, clock, services } = work
    const owner = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const [view] = await Promise.all([viewOf(work, owner), lockGoalsOf(db, caller.id)])
    const { today } = view
    const { from = today, to = null, goalIds = null } = body
    if (from < today || from > addDays(today, mostAhead))
      throw invalidField('body.from', 'range', 'must lie within a year from today')
    if (to !== null && (to < from || to > addDays(from, mostAhead)))
      throw invalidField('body.to', 'range', 'must lie within a year of the start')
    const [known, ids, count] = await Promise.all([
      selectVacations(db, caller.id, today),
      selectPausable(db, { userId: caller.id, from, to, goalIds }),
      countVacations(db, caller.id, addDays(today, -mostAhead)),
    ])
    const missing = goalIds?.findIndex((id) => !ids.includes(id)) ?? -1
    if (missing >= 0) throw noGoalAt(`body.goalIds.${missing}`)
    const wanted = { from_date: from, to_date: to, is_all: goalIds === null, goal_ids: ids }
    // Pressed twice it is planned once.
    const same = known.find((one) => isSame(one, wanted))
    if (same) return reply({ status: 201, data: presentVacation(same) })
    if (count >= configured(services, timesOffKept)) throw timeOffLimit()
    const id = newId()
    const pauses = ids.map((goalId) => ({ id: newId(), goalId }))
    const made = { id, userId: caller.id, from, to, isAll: wanted.is_all, pauses }
    await insertVacation(db, made, clock.now())
    await followGoals(work, owner, view, ids)
    return reply({ status: 201, data: presentVacation({ id, ...wanted }) })
  },
})

const isSame = (one: VacationRow, other: Omit<VacationRow, 'id'>): boolean =>
  one.from_date === other.from_date &&
  one.to_date === other.to_date &&
  one.is_all === other.is_all &&
  one.goal_ids.join() === other.goal_ids.join()
