import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { eventually, world } from '../../testing/kit.ts'
import { hours } from '../clock.ts'
import { newId } from '../ids.ts'
import { deliverMail } from '../mail/jobs.ts'

test('a job whose process died in its last try is given up, and people see it', async () => {
  const { db, jobs, clock } = (await world()).host.services
  const [mailId, later] = [newId(), new Date(clock.now().getTime() + hours(1))]
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, status, created_at)
    values (${mailId}, 'wellness', ${`${mailId}@example.org`}, 'Hello', 'You', 'queued', now())`.execute(db)
  await jobs.enqueue(db, deliverMail, { mailId }, { startAfter: later })
  await sql`
    update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '2 minutes', heartbeat_on = now() - interval '2 minutes'
    where name = ${deliverMail.name} and data->>'mailId' = ${mailId}`.execute(db)
  const boss = new PgBoss({
    db: fromKysely(db),
    supervise: false,
    schedule: false,
    migrate: false,
    // The world's own looks once a minute, and nobody looks again so soon after another did.
    monitorIntervalSeconds: 1,
  })
  await boss.start()
  const { status, reason } = await eventually(async () => {
    await boss.supervise(deliverMail.name)
    const { rows } = await sql<{ status: string; reason: string }>`
      select status, reason from platform.mail where id = ${mailId} and status <> 'queued'`.execute(db)
    return rows[0]
  }).finally(() => boss.stop({ graceful: false }))
  expect({ status, reason }).toEqual({ status: 'failed', reason: 'job heartbeat timeout' })
})
