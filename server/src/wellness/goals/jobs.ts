import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Queued } from '../../platform/jobs/queued.ts'
import { Id } from '../../platform/operation/schema.ts'
import { forgetReminders } from '../reminders/public.ts'
import { bringOn } from './bringing-on.ts'
import { tellRetired } from './notices.ts'
import { deleteGoals, lockDeletedGoals, restorableMs, selectRetiredFrom } from './queries.ts'

const Nothing = Type.Object({})
const atOnce = 200

/** Removes goals that can no longer be had back, with their days and reminders. */
export const sweepGoals = job({
  name: 'wellness.goals.sweep',
  data: Nothing,
  cron: '41 * * * *',
  runs: 'write',
  async handle(work) {
    const before = new Date(work.clock.now().getTime() - restorableMs)
    const ids = await lockDeletedGoals(work.db, before, atOnce)
    if (ids.length === 0) return
    await forgetReminders(work, ids)
    await deleteGoals(work.db, ids)
    if (ids.length === atOnce) await work.enqueue(sweepGoals, {})
  },
})

/**
 * Brings on what is kept of goals whose day has ended, and tells what that made: a freeze was used, something quit was
 * kept to, a goal came to its end. Nothing depends on it: whoever reads a goal folds the days that have ended.
 */
export const bringGoalsOn = job({
  name: 'wellness.goals.bring-on',
  data: Nothing,
  cron: '*/10 * * * *',
  runs: 'write',
  async handle(work) {
    if (await bringOn(work)) await work.enqueue(bringGoalsOn, {})
  },
})

const RetiredExercises = Type.Object({ exerciseIds: Type.Array(Id), after: Type.Optional(Id) })

/** Tells those whose goals are moved by an exercise that it is no longer offered, some at a time. Their goals run on. */
export const tellOfRetiredExercises = job({
  name: 'wellness.goals.tell-of-retired-exercises',
  data: RetiredExercises,
  runs: 'write',
  async handle(work, { exerciseIds, after }) {
    const goals = await selectRetiredFrom(work.db, { exerciseIds, after: after ?? null, limit: atOnce })
    await tellRetired(work, goals)
    const last = goals.length < atOnce ? undefined : goals.at(-1)
    const again: Queued<typeof RetiredExercises> = tellOfRetiredExercises
    if (last) await work.enqueue(again, { exerciseIds, after: last.id })
  },
})
