import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import type { Work } from '../../platform/operation/work.ts'
import { addDays, lastWeekBy, later, weekOf, yesterdayIn } from './calendar.ts'
import { keepCohorts, keepDays, selectFirstDay, selectZones, type ZoneRow } from './queries.ts'

const zonesKeptFor = days(180)
/** Who verifies an address within so many days still counts with the day on which they signed up. */
const recountedDays = 7
const mostDays = 366

/**
 * Keeps the figures of the days that are over, in each zone that administrators look at. It comes hourly, since a day
 * is over somewhere every hour, and has nothing to do in most of them.
 */
export const keepUserFigures = job({
  name: 'marketplace.keep-user-figures',
  cron: '7 * * * *',
  data: Nothing,
  runs: 'write',
  atOnce: 1,
  async handle(work) {
    const now = work.clock.now()
    await sql`select pg_advisory_xact_lock(7301972)`.execute(work.db)
    for (const zone of await selectZones(work.db, new Date(now.getTime() - zonesKeptFor)))
      await keepZone(work, zone, yesterdayIn(zone.tz, now))
  },
})

async function keepZone({ db }: Work, { tz, kept_until: keptUntil }: ZoneRow, to: string): Promise<void> {
  if (keptUntil !== null && keptUntil >= to) return
  const first = await selectFirstDay(db, tz)
  if (first === undefined || first > to) return
  const earliest = later(first, addDays(to, 1 - mostDays))
  const from = keptUntil === null ? earliest : later(earliest, addDays(keptUntil, 1 - recountedDays))
  await keepDays(db, { tz, from, to })
  const lastWeek = lastWeekBy(to)
  const firstWeek = keptUntil === null ? weekOf(earliest) : addDays(lastWeekBy(keptUntil), 7)
  if (firstWeek <= lastWeek) await keepCohorts(db, { tz, from: firstWeek, to: lastWeek })
}
