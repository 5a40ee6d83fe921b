import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import { ago, sweep } from '../../platform/jobs/sweep.ts'

/** Removes what somebody muted until a time that has been. */
export const sweepMutes = sweep('marketplace.mutes.sweep', '47 * * * *', (now) => ({
  'marketplace.mute': sql`until <= ${now}`,
}))

/** On which days people were here is kept for somewhat more than a year, which figures are made of. */
export const sweepActivity = sweep('marketplace.activity.sweep', '17 3 * * *', (now) => ({
  'marketplace.active_day': sql`day < (${ago(now, days(400))}::timestamptz at time zone 'UTC')::date`,
}))
