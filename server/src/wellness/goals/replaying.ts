import type { Db } from '../../platform/db/database.ts'
import { type Day, dateAt, type Viewpoint } from './course.ts'
import type { Ask } from './input-shapes.ts'
import { markOfSessions, markSaid, rowOf } from './marking.ts'
import type { GoalRow, MarkRow, NewMark } from './queries.ts'
import { type Counted, type Said, selectCounted, selectSaid } from './said-queries.ts'

/** Makes the mark of a day anew, of everything that was said of it and every session that counts for it, in their order. */
export async function replayedMark(db: Db, goal: GoalRow, day: Day, view: Viewpoint): Promise<NewMark> {
  const [said, counted] = await Promise.all([
    selectSaid(db, { goalId: goal.id, date: day.date }),
    selectCounted(db, goal, day.date),
  ])
  return replay(goal, day, { said, counted }, view)
}

/** As `replayedMark`, of what is known. */
export function replay(
  goal: GoalRow,
  day: Day,
  { said, counted }: { said: readonly Said[]; counted: readonly Counted[] },
  view: Viewpoint,
): NewMark {
  const isOfSessions = day.revision.metric !== 'VALUE'
  const amountBy = (at: Date): number => {
    const until = counted.filter((each) => each.at <= at)
    return day.revision.metric === 'MINUTES'
      ? until.reduce((sum, { minutes }) => sum + minutes, 0)
      : until.length
  }
  let mark: MarkRow | undefined
  const count = (at: Pick<Viewpoint, 'now' | 'today'>, until: Date) => {
    const amount = isOfSessions ? amountBy(until) : 0
    if (amount !== (mark?.from_sessions ?? 0)) mark = rowOf(markOfSessions(dayWith(day, mark), amount, at))
  }
  for (const { saidAt, ask } of said) {
    const then = { ...view, now: saidAt, today: dateAt(saidAt, view) }
    count(then, saidAt)
    mark = rowOf(markSaid(dayWith(day, mark), goal.sub_goals, known(ask, goal), then))
  }
  // Ends that a phone's clock set ahead of ours count, too.
  count(view, new Date(8.64e15))
  return mark ? markOf(mark) : untouched(day.date)
}

/** The day as it was with a mark; its week or month without what its present mark brought to it. */
function dayWith(day: Day, mark: MarkRow | undefined): Day {
  const { unit } = day
  const moved = (mark?.value ?? 0) - (day.mark?.value ?? 0)
  return { ...day, mark, unit: unit && { ...unit, done: unit.done + moved } }
}

/** Sub-goals that are gone by now are not ticked any more. */
const known = (ask: Ask, { sub_goals: subGoals }: GoalRow): Ask => ({
  ...ask,
  subGoals: (ask.subGoals ?? []).filter(({ id }) => subGoals.some((one) => one.id === id)),
})

const markOf = (row: MarkRow): NewMark => ({
  date: row.date,
  status: row.status,
  value: row.value,
  fromSessions: row.from_sessions,
  subGoalsDone: row.sub_goals_done,
  note: row.note,
  doneAt: row.done_at === null ? null : new Date(row.done_at),
  isBackfilled: row.is_backfilled,
})

const untouched = (date: string): NewMark => ({
  date,
  status: 'PENDING',
  value: null,
  fromSessions: 0,
  subGoalsDone: [],
  note: null,
  doneAt: null,
  isBackfilled: false,
})
