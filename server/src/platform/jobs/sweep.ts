import { type RawBuilder, sql } from 'kysely'
import { days, hours } from '../clock.ts'
import type { Db } from '../db/database.ts'

const batch = 5000
/** What is left after so many batches waits for the next run. */
const mostBatches = 200

async function sweep(db: Db, table: string, isPast: RawBuilder<boolean>): Promise<void> {
  const name = sql.table(`platform.${table}`)
  for (let done = 0; done < mostBatches; done += 1) {
    const { rows } = await sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${isPast} limit ${batch}))
      returning 1`.execute(db)
    if (rows.length < batch) return
  }
}

/** Removes what is past its time, a bounded part at a time, so that a long pause can be caught up with. */
export async function sweepPlatform(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await sweep(db, 'live_event', sql`created_at < ${ago(hours(24))}`)
  await sweep(db, 'idempotency', sql`created_at < ${ago(days(7))}`)
  await sweep(db, 'attempt', sql`window_ends_at < ${now}`)
  await sweep(db, 'reset_token', sql`expires_at < ${ago(days(1))}`)
  await sweep(db, 'one_time_code', sql`expires_at < ${ago(days(1))}`)
  // A used token is kept for as long as somebody may still try to use it again.
  await sweep(db, 'refresh_token', sql`used_at < ${ago(days(30))}`)
  await sweep(db, 'session', sql`expires_at < ${ago(days(30))}`)
  await sweep(db, 'mail', sql`status <> 'queued' and created_at < ${ago(days(7))}`)
  await sweep(db, 'push_message', sql`created_at < ${ago(days(7))}`)
}
