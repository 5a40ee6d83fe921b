import type { Db } from '../../platform/db/database.ts'
import type { User } from '../access.ts'
import { addDays, logicalDate } from '../days/public.ts'
import {
  deleteMinimaFrom,
  insertMinimum,
  type Minimum,
  selectLastPractised,
  selectMinima,
} from './minimum-queries.ts'
import { lockSessionsOf } from './queries.ts'

/** The minutes that a date needs to count; 0 is any length. `minima` ascend. */
export const minimumOn = (minima: readonly Minimum[], date: string): number =>
  minima.findLast(({ from }) => from <= date)?.minutes ?? 0

/** What somebody asks of their days now, and from a date to come. */
export interface PracticeMinimum {
  minutes: number
  next: Minimum | null
}

export async function practiceMinimumOf(
  db: Db,
  person: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  now: Date,
): Promise<PracticeMinimum> {
  const minima = await selectMinima(db, person.id)
  const today = logicalDate(now, person.timezone, person.dayStartMinutes)
  return { minutes: minimumOn(minima, today), next: minima.find(({ from }) => from > today) ?? null }
}

/** Changes what counts, from the day after today and after all that is written: also where somebody flew back a day. */
export async function changePracticeMinimum(
  db: Db,
  { id, timezone, dayStartMinutes }: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  minutes: number,
  now: Date,
): Promise<void> {
  const [, minima, last] = await Promise.all([
    lockSessionsOf(db, id),
    selectMinima(db, id),
    selectLastPractised(db, id),
  ])
  const today = logicalDate(now, timezone, dayStartMinutes)
  const written = last !== undefined && last > today ? last : today
  if (minutes === (minima.at(-1)?.minutes ?? 0)) return
  await deleteMinimaFrom(db, id, addDays(written, 1))
  if (minutes !== minimumOn(minima, written))
    await insertMinimum(db, id, { from: addDays(written, 1), minutes }, now)
}
