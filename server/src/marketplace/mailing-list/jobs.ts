import { sql } from 'kysely'
import { ago, sweep } from '../../platform/jobs/sweep.ts'
import { questionMs } from './letters.ts'

/** Forgets questions whose time has passed, and those who never said yes. */
export const sweepMailingLists = sweep('marketplace.mailing-lists.sweep', '37 * * * *', (now) => ({
  'marketplace.mailing_question': sql`expires_at < ${now}`,
  'marketplace.mailing_subscription': sql`state = 'pending' and updated_at < ${ago(now, questionMs)}`,
}))
