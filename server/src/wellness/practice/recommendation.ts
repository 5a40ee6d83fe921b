import { createHash } from 'node:crypto'
import { hours } from '../../platform/clock.ts'
import type { CandidateRow, Reason } from '../exercises/public.ts'
import type { EarlierPractice } from '../sessions/public.ts'

/** Something to recommend, and why above all. */
export interface Recommended {
  id: string
  score: number
  reason: Reason
}

/** For whom, and for which of their dates: of these two the order is made, and of what was before that date. */
export interface Occasion {
  userId: string
  /** Such as `2026-03-01`. */
  date: string
  earlier: ReadonlyMap<string, EarlierPractice>
}

const weight = { goal: 1.5, ownLift: 2, lift: 1, newness: 1, chance: 0.5 }
/** After a fortnight something is worth coming back to; after a month, as much as something new. */
const restedDays = { least: 14, most: 30 }

/** Puts what there is to recommend in order, the best first. */
export const recommend = (candidates: readonly CandidateRow[], occasion: Occasion): Recommended[] =>
  candidates.map((candidate) => judge(candidate, occasion)).sort(bestFirst)

/** By score, then by id: the order that pages are cut by. */
export const bestFirst = (a: Pick<Recommended, 'id' | 'score'>, b: Pick<Recommended, 'id' | 'score'>) =>
  b.score - a.score || (a.id < b.id ? -1 : 1)

function judge(
  { id, mood_lift: lift, is_wanted: isOfGoal }: CandidateRow,
  { userId, date, earlier }: Occasion,
): Recommended {
  const own = earlier.get(id)
  const ownLift = own?.moodLift ?? null
  // Each says what it adds, and is the reason where it adds most.
  const parts: [Reason, number][] = [
    ['FOR_YOUR_GOAL', isOfGoal ? weight.goal : 0],
    ['HELPED_YOU', ownLift === null ? 0 : weight.ownLift * ownLift],
    ['HELPS_OTHERS', ownLift === null ? weight.lift * lift : 0],
    ['NEW_TO_YOU', own ? 0 : weight.newness],
    ['NOT_LATELY', own ? weight.newness * rested(own.lastDate, date) : 0],
    ['FOR_TODAY', weight.chance * chance(userId, date, id)],
  ]
  const score = parts.reduce((sum, [, points]) => sum + points, 0)
  const [reason] = parts.reduce((best, part) => (part[1] > best[1] ? part : best))
  return { id, score: Math.round(score * 1e6) / 1e6, reason }
}

/** From 0, done of late, to 1. */
function rested(lastDate: string, date: string): number {
  const days = (Date.parse(date) - Date.parse(lastDate)) / hours(24)
  return days < restedDays.least ? 0 : Math.min(1, days / restedDays.most)
}

/** From 0 to 1, the same all day: so that what is equal takes turns. */
const chance = (userId: string, date: string, id: string): number =>
  createHash('sha256').update(`${userId} ${date} ${id}`).digest().readUInt32BE(0) / 2 ** 32
