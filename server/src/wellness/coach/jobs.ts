import { sql } from 'kysely'
import { sweep } from '../../platform/jobs/sweep.ts'

/** Removes messages, and conversations of which none is left, whose time is over by their person's choice. */
export const sweepConversations = sweep('wellness.coach.sweep', '19 * * * *', (now) => ({
  'wellness.chat_message': sql`expires_at <= ${now}`,
  'wellness.conversation': sql`expires_at <= ${now}`,
}))
