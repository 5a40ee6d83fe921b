import { days } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { wearHat } from '../users/public.ts'
import { hatDays } from './birthday.ts'
import { insertHat } from './queries.ts'

export { birthdayNews } from './news.ts'
export { personalData } from './personal-data.ts'

/** A hat that somebody put on at some time. */
export async function insertPastHat(
  db: Db,
  { userId, year, at }: { userId: string; year: number; at: Date },
): Promise<void> {
  const until = new Date(at.getTime() + days(hatDays))
  const hat = await insertHat(db, { userId, year, at, until })
  await wearHat(db, userId, hat.shown_until)
}
