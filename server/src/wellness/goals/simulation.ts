import type { Db } from '../../platform/db/database.ts'
import { dayStartOn, type UserRow } from '../accounts/public.ts'
import {
  type Comparison,
  compare,
  dateUnder,
  type GoalLedger,
  type Mark,
  type Rules,
  staysUnder,
} from '../streaks/public.ts'
import { ledgerOf, markOf } from './course.ts'
import { viewOf } from './kept-course.ts'
import { fromTheStart, type GoalRow, selectGoalsOfDates } from './queries.ts'

/** What each goal of somebody would be under other rules, in their order. It writes nothing. */
export async function simulateGoals(
  db: Db,
  person: UserRow,
  { rules, now }: { rules: Rules; now: Date },
): Promise<{ title: string; comparison: Comparison }[]> {
  const here = { timezone: person.timezone, dayStartMinutes: dayStartOn(person, now) }
  const view = await viewOf({ db, clock: { now: () => now } }, { id: person.id, ...here })
  const span = { from: fromTheStart, to: view.today, marksFrom: fromTheStart }
  const goals = await selectGoalsOfDates(db, { userId: person.id, today: view.today, ...span })
  return goals.map((goal) => {
    const ledger = ledgerOf(goal, view)
    return { title: goal.title, comparison: compare(ledger, under(ledger, goal, rules)) }
  })
}

function under(ledger: GoalLedger, goal: GoalRow, rules: Rules): GoalLedger {
  const { freezeEnabled } = rules
  return {
    ...ledger,
    stays: staysUnder(ledger.stays, rules),
    marks: marksUnder(ledger, goal, rules),
    revisions: ledger.revisions.map((revision) => ({
      ...revision,
      freezeEnabled: freezeEnabled ?? revision.freezeEnabled,
    })),
  }
}

/** What was done on the day itself moves with its moment; what was said of a day later is of that day anywhere. */
function marksUnder({ stays }: GoalLedger, goal: GoalRow, rules: Rules): Mark[] {
  const moved = new Map<string, Mark>()
  for (const row of goal.marks) {
    const at = row.done_at === null || row.is_backfilled ? undefined : new Date(row.done_at)
    const timezone = at && (stays.findLast(({ beganAt }) => beganAt <= at) ?? stays[0])?.timezone
    const date =
      at && timezone !== undefined ? dateUnder({ at, timezone, date: row.date }, stays, rules) : row.date
    const mark = { ...markOf(row, goal.sub_goals), date }
    const known = moved.get(date)
    moved.set(date, known ? together(known, mark) : mark)
  }
  return [...moved.values()].sort((a, b) => a.date.localeCompare(b.date))
}

/** Two days that would have been one. */
const together = (a: Mark, b: Mark): Mark => ({
  ...(a.status === 'COMPLETED' ? a : b),
  value: a.value === null && b.value === null ? null : (a.value ?? 0) + (b.value ?? 0),
})
