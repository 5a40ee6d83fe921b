import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { type Course, dayOf } from './course.ts'

/** Something that stands out. The apps say it in their own words. */
export const Insight = Type.Object(
  {
    kind: OneOf(['MILESTONE_NEAR', 'STREAK_AT_RISK', 'HABIT_STRONG', 'NEEDS_CARE', 'LIFTS_YOU', 'MOOD_UP']),
    goalId: Nullable(Id),
    title: Nullable(Shown('Sit still for ten minutes', 'of the goal or exercise')),
    value: Nullable(Type.Number(), 'how many units are left, how strong, or by how much'),
  },
  { title: 'Insight' },
)
type Insight = Static<typeof Insight>

const milestones = [3, 7, 14, 30, 60, 100, 365]
const nearBy = 2
const strong = 80
const weak = 0.5
const most = 3

/** At most three of what stands out, the most pressing first. */
export function insightsOf(
  courses: readonly Course[],
  {
    topLift,
    mood,
    today,
  }: {
    topLift: { title: string; lift: number } | null
    mood: { valence: number | null; before: number | null; trend: string | null }
    today: string
  },
): Insight[] {
  const of = (kind: Insight['kind'], { goal }: Course, value: number): Insight => ({
    kind,
    goalId: goal.id,
    title: goal.title,
    value,
  })
  const atRisk = courses
    .filter(
      (course) => course.folded.current >= nearBy && course.folded.tokens === 0 && isOpen(course, today),
    )
    .toSorted((a, b) => b.folded.current - a.folded.current)
    .map((course) => of('STREAK_AT_RISK', course, course.folded.current))
  const near = courses.flatMap((course) => {
    const next = milestones.find((milestone) => milestone > course.folded.current)
    const left = next === undefined ? 0 : next - course.folded.current
    return next !== undefined && next > 3 && left <= nearBy ? [of('MILESTONE_NEAR', course, left)] : []
  })
  const shaky = courses
    .filter(({ folded }) => folded.consistency30 !== null && folded.consistency30 < weak)
    .map((course) => of('NEEDS_CARE', course, course.folded.consistency30 ?? 0))
  const firm = courses
    .filter(({ folded }) => folded.strength >= strong)
    .map((course) => of('HABIT_STRONG', course, Math.round(course.folded.strength)))
  const lifts: Insight[] = topLift
    ? [{ kind: 'LIFTS_YOU', goalId: null, title: topLift.title, value: topLift.lift }]
    : []
  const rising: Insight[] =
    mood.trend === 'UP' ? [{ kind: 'MOOD_UP', goalId: null, title: null, value: mood.valence }] : []
  // One of each kind says more than three of one.
  const firsts = [atRisk, near, lifts, rising, shaky, firm].flatMap((kind) => kind.slice(0, 1))
  return firsts.slice(0, most)
}

const isOpen = (course: Course, today: string): boolean => {
  const day = dayOf(course, today)
  return day?.unit?.from === day?.unit?.to && day?.isDue === true && day.status === 'PENDING'
}
