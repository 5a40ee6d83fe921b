import { createHash } from 'node:crypto'
import type { Work } from '../../platform/operation/work.ts'
import { logicalDate, stayAt } from '../days/public.ts'
import { courseOf, dayOf } from './course.ts'
import { dateOfDaily, goalsOfDaily } from './daily-id.ts'
import type { Ask } from './input-shapes.ts'
import { type Owner, viewOf } from './kept-course.ts'
import { checkAsk, markSaid, writeMark } from './marking.ts'
import { dayLocked, goalPaused, markRequestReused, noSuchDailyGoal, notDue } from './problems.ts'
import { lockGoalOfDaily, selectGoal } from './queries.ts'
import { replayedMark } from './replaying.ts'
import { insertSaid, selectSaidBefore } from './said-queries.ts'
import { isMarkable } from './shapes.ts'

/** What somebody said of a day of a goal without a network. */
export interface LateMark {
  dailyGoalId: string
  ask: Ask
  requestId: string
  /** When they said it, and in which zone. */
  at: Date
  timezone: string
}

/**
 * Marks a day as somebody said some time ago, once for each request id. It is put where it belongs among what was
 * said since. Whatever it refuses, it has written nothing.
 * @returns whether it is new
 * @throws REQUESTID_REUSED, NO_SUCH_DAILY_GOAL, DAY_LOCKED, NOT_DUE, GOAL_PAUSED, VALIDATION_FAILED
 */
export async function markLate(work: Work, owner: Owner, late: LateMark): Promise<boolean> {
  const { db } = work
  const { dailyGoalId, ask, requestId, at, timezone } = late
  const range = goalsOfDaily(dailyGoalId)
  if (!range) throw noSuchDailyGoal()
  const [view, goalId] = await Promise.all([viewOf(work, owner), lockGoalOfDaily(db, owner.id, range)])
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([dailyGoalId, ask, at]))
    .digest()
  const before = await selectSaidBefore(db, owner.id, requestId)
  if (before && !before.equals(fingerprint)) throw markRequestReused()
  if (before) return false
  const goal = goalId && (await selectGoal(db, { id: goalId, userId: owner.id, today: view.today }))
  if (!goal) throw noSuchDailyGoal()
  const date = dateOfDaily(dailyGoalId, goal.id)
  const saidOn = logicalDate(at, timezone, stayAt(view.stays, at).dayStartMinutes)
  if (!isMarkable(date, { today: saidOn })) throw dayLocked()
  const day = dayOf(courseOf(goal, view), date)
  if (!day) throw notDue()
  if (day.isPaused) throw goalPaused()
  checkAsk(day, ask)
  // Refuses what it cannot follow.
  markSaid(day, goal.sub_goals, ask, view)
  const request = { id: requestId, fingerprint }
  await insertSaid(db, { goalId: goal.id, date, userId: owner.id, saidAt: at, ask, request })
  await writeMark(work, owner, view, goal, day, await replayedMark(db, goal, day, view))
  return true
}
