import { sql } from 'kysely'
import { sweep } from '../../platform/jobs/sweep.ts'

/** Removes what somebody muted until a time that has been. */
export const sweepMutes = sweep('marketplace.mutes.sweep', '47 * * * *', (now) => ({
  'marketplace.mute': sql`until <= ${now}`,
}))
