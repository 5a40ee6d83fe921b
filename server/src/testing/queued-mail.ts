import { sql } from 'kysely'
import { hours } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { DataOf, Queued } from '../platform/jobs/queued.ts'
import { world } from './kit.ts'

/** A mail that nothing delivers yet. @returns its id; it goes to `<id>@example.org`. */
export async function newMail(): Promise<string> {
  const mailId = newId()
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, status, created_at)
    values (${mailId}, 'wellness', ${`${mailId}@example.org`}, 'Hello', 'You', 'queued', now())`.execute(
    (await world()).host.services.db,
  )
  return mailId
}

/** Queues a job where no worker takes it up. */
export async function queueForLater<Q extends Queued>(job: Q, data: DataOf<Q>): Promise<void> {
  const { clock, host } = await world()
  const startAfter = new Date(clock.now().getTime() + hours(1))
  await host.services.jobs.enqueue(host.services.db, job, data, { startAfter })
}
