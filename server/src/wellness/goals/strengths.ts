import { type FoldState, foldGoal, isPeriodic } from '../streaks/public.ts'
import { type Course, ledgerOf, scheduleOf } from './course.ts'

/** The strengths of a goal, read whole, at the end of dates, which ascend; null before it began. */
export function strengthsOn({ goal, view }: Course, dates: readonly string[]): (number | null)[] {
  const ledger = ledgerOf(goal, view)
  // A week or month that is cut short is no place to go on from.
  const goesOn = goal.revisions.every(({ schedule }) => !isPeriodic(scheduleOf(schedule)))
  let kept: FoldState | undefined
  return dates.map((date) => {
    if (date < goal.start_date) return null
    const until = ledger.until !== null && ledger.until < date ? ledger.until : date
    const since = kept?.through ?? ''
    const marks = ledger.marks.filter((mark) => mark.date > since && mark.date <= date)
    const folded = foldGoal({ ...ledger, marks, until }, kept)
    if (goesOn) kept = folded.kept ?? kept
    return Math.round(folded.strength)
  })
}
