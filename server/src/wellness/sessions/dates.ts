import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { User } from '../access.ts'
import { type Stay, selectStays } from '../accounts/public.ts'
import { daysBetween, stayAt } from '../days/public.ts'

export const longestSpan = 366

/** Refuses a range that runs backwards. */
export function checkDates({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField('query.to', 'range', 'must not lie before from')
}

/** A range short enough to fill day by day. */
export function checkSpan(from: string, to: string): void {
  checkDates({ from, to })
  if (daysBetween(from, to) >= longestSpan)
    throw invalidField('query.from', 'range', `must lie within ${longestSpan} days of to`)
}

/** In which zones, and from when to when, the days of somebody were counted; the last is where they are. */
export async function staysUntil(
  db: Db,
  { id, timezone, dayStartMinutes }: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  now: Date,
): Promise<Stay[]> {
  return [...(await selectStays(db, id, now)), { beganAt: now, timezone, dayStartMinutes }]
}

/** When the days of somebody began at a moment, in minutes after midnight: looked up only where it was another time since. */
export async function dayStartOf(db: Db, person: User, at: Date, now: Date): Promise<number> {
  const { dayStartMinutes, dayStartFrom } = person
  if (dayStartFrom === null || dayStartFrom <= at) return dayStartMinutes
  return stayAt(await staysUntil(db, person, now), at).dayStartMinutes
}
