import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { user } from '../access.ts'
import { ClientHeaders, clientOf } from '../accounts/public.ts'
import { goalsKept, subGoalsOfGoal } from '../limits.ts'
import { replaceReminders, selectReminders, tooManyReminders } from '../reminders/public.ts'
import { dayOf, nextClose } from './course.ts'
import { AddGoal } from './input-shapes.ts'
import { keepCourse, remindedOf, viewOf } from './kept-course.ts'
import { linkOf, unlinked } from './linking.ts'
import { baselineOf, checkEnd, checkIsEverDue, checkStart, planOf } from './planning.ts'
import {
  badSchedule,
  catalogMismatch,
  goalLimit,
  noSuchItem,
  rruleUnsupported,
  targetRequired,
} from './problems.ts'
import { insertGoal, lockGoalsOf, replaceRevision, replaceSubGoals, selectRoom } from './queries.ts'
import { DailyGoal, GoalRecord, presentDaily, presentGoal } from './shapes.ts'
import { subGoalsOf } from './sub-goals.ts'

export const createGoal = operation({
  key: 'G1',
  source: 'named in the specification; method, path, fields and shape chosen here',
  method: 'POST',
  path: '/goals',
  summary: 'Set out to do something, or to stop it',
  access: user,
  headers: Type.Pick(ClientHeaders, ['timeZone']),
  body: AddGoal,
  replies: {
    201: {
      message: 'Goal created successfully',
      headers: { Location: 'of the goal' },
      data: Type.Object({
        ...GoalRecord.properties,
        today: Nullable(DailyGoal, 'null where it is not due today'),
        warning: Nullable(Shown('DUPLICATE_TITLE', 'you have a goal of this title already')),
      }),
    },
  },
  problems: [
    badSchedule,
    rruleUnsupported,
    targetRequired,
    noSuchItem,
    catalogMismatch,
    goalLimit,
    tooManyReminders,
  ],

  async handle({ body, headers, caller, ...work }) {
    const { db, clock, services } = work
    const now = clock.now()
    const owner = { ...caller, timezone: clientOf(headers).timezone ?? caller.timezone }
    const plan = planOf(body, undefined)
    const [, view, link] = await Promise.all([
      lockGoalsOf(db, caller.id),
      viewOf(work, owner),
      linkOf(db, body, unlinked),
    ])
    const baseline = baselineOf(plan, body.current)
    const subGoals = subGoalsOf(body.subGoals ?? [], {
      before: [],
      most: configured(services, subGoalsOfGoal),
    })
    const { today } = view
    const startDate = body.startDate ?? today
    checkStart(startDate, today)
    checkEnd(body.endDate ?? null, startDate)
    checkIsEverDue(plan, { from: startDate, until: body.endDate ?? null })
    const room = await selectRoom(db, { userId: caller.id, today, title: body.title })
    if (room.active >= configured(services, goalsKept)) throw goalLimit()

    const id = newId()
    const { title, description = null, icon = null, color = null, endDate = null } = body
    const content = { title, description, icon, color, ...link, startDate, endDate, baseline }
    const made = { id, userId: caller.id, position: room.nextPosition, closesAt: nextClose(view) }
    await insertGoal(db, { ...content, ...made }, now)
    await replaceRevision(db, { goalId: id, userId: caller.id }, { ...plan, effective_from: startDate }, now)
    await replaceSubGoals(db, id, subGoals, now)
    const course = await keepCourse(work, owner, view, { goalId: id })
    if (body.reminders?.length) await replaceReminders(work, remindedOf(course), body.reminders)
    const reminders = (await selectReminders(db, [id])).get(id)
    const day = dayOf(course, today)
    return reply({
      status: 201,
      headers: { Location: `/wellness-app/api/v1/goals/${id}/details` },
      data: {
        ...presentGoal(course, reminders),
        today: day?.isDue ? presentDaily(course, day) : null,
        warning: room.isTitleTaken ? 'DUPLICATE_TITLE' : null,
      },
    })
  },
})
