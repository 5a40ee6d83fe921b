import { dayNumber, monthOf, weekOf } from '../days/public.ts'
import type { Revision } from './goal.ts'
import { isPeriodic, type Schedule } from './schedule.ts'

/** The days that one revision judges, and where its schedule counts from. In days since 1970, both inclusive. */
export interface Segment {
  revision: Revision
  from: number
  to: number
  anchor: number
}

/** The first day of the week or month that a day lies in. */
export const periodStart = ({ schedule, weekStart }: Revision, day: number): number =>
  schedule.frequency === 'MONTHLY' ? monthOf(day) : weekOf(day, weekStart)

/** The first day of the week or month after. */
export const nextPeriod = (revision: Revision, day: number): number =>
  revision.schedule.frequency === 'MONTHLY' ? monthOf(day, 1) : periodStart(revision, day) + 7

const countsAlike = (a: Schedule, b: Schedule) =>
  a.frequency === b.frequency && a.interval === b.interval && a.rrule === b.rrule

/** Which days each revision judges, up to `until`. A revision never cuts a week or month in two. */
export function segmentsOf(revisions: readonly Revision[], until: number): Segment[] {
  const segments: Segment[] = []
  for (const revision of revisions) {
    const asked = dayNumber(revision.effectiveFrom)
    // What had not begun by then never does.
    while (segments.length > 0 && (segments.at(-1)?.from ?? 0) >= asked) segments.pop()
    const before = segments.at(-1)
    const from = before ? beginning(before.revision, revision, asked) : asked
    if (before) before.to = from - 1
    const keepsOn = before && countsAlike(before.revision.schedule, revision.schedule)
    segments.push({ revision, from, to: until, anchor: keepsOn ? before.anchor : from })
  }
  return segments.map((segment) => ({ ...segment, to: Math.min(segment.to, until) }))
}

function beginning(before: Revision, after: Revision, asked: number): number {
  const by = isPeriodic(after.schedule) ? after : isPeriodic(before.schedule) ? before : undefined
  if (!by) return asked
  return periodStart(by, asked) === asked ? asked : nextPeriod(by, asked)
}
