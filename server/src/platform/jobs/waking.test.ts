import { sql } from 'kysely'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { inProduct } from '../../testing/jobs.ts'
import { eventually, newEmail, world } from '../../testing/kit.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'
import { newId } from '../ids.ts'
import { deliverMail } from '../mail/jobs.ts'

const sendMail = () =>
  inProduct('wellness', (work) => work.mail({ to: newEmail(), subject: 'Hello', text: 'You' }))

async function isSent(mailId: string): Promise<boolean> {
  const { db } = (await world()).host.services
  const { rows } = await sql`select from platform.mail where id = ${mailId} and status = 'sent'`.execute(db)
  return rows.length > 0
}

describe('where nobody looks for an hour', () => {
  beforeAll(() => worldWith({ variables: { JOB_POLL_SECONDS: '3600' } }))
  afterAll(closeWorld)

  test('a job runs once it is committed', async () => {
    // Of the first one the worker may know from the look at its start.
    for (let sent = 0; sent < 3; sent += 1) {
      const mailId = await sendMail()
      await eventually(() => isSent(mailId))
    }
  })

  test('jobs run after the connections were lost: one whose notice was lost, too, and those after it', async () => {
    const { db } = (await world()).host.services
    await db.connection().execute(async (own) => {
      const { rows: ended } = await sql<{ pid: number }>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(own)
      // A job that fails with one that has not ended yet would be looked at in an hour.
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where pid = any(${ended.map(({ pid }) => pid)}::int[])`.execute(own)
        return rows.length === 0
      })
    })
    const mailId = await eventually(() => sendMail().catch(() => undefined))
    await eventually(() => isSent(mailId))
    for (let sent = 0; sent < 3; sent += 1) {
      const next = await sendMail()
      await eventually(() => isSent(next))
    }
  })
})

test('a job that nobody tells of is found by looking', async () => {
  const { db, jobs } = (await world()).host.services
  const mailId = newId()
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, status, created_at)
    values (${mailId}, 'wellness', ${newEmail()}, 'Hello', 'You', 'queued', now())`.execute(db)
  await jobs.enqueue(db, deliverMail, { mailId })
  await eventually(() => isSent(mailId))
})
