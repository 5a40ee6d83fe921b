import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, world } from '../../testing/kit.ts'
import { hours } from '../clock.ts'
import { newId } from '../ids.ts'
import { deliverMail } from '../mail/jobs.ts'

interface Row {
  state: string
  retry_count: number
  reason: string | null
}

/** Queues the delivery of a new mail for later. @returns the mail's id. */
async function queueMail(): Promise<string> {
  const { clock, host } = await world()
  const { db, jobs } = host.services
  const mailId = newId()
  await sql`
    insert into platform.mail (id, product, recipient, subject, text, status, created_at)
    values (${mailId}, 'wellness', ${`${mailId}@example.org`}, 'Hello', 'You', 'queued', now())`.execute(db)
  await jobs.enqueue(db, deliverMail, { mailId }, { startAfter: new Date(clock.now().getTime() + hours(1)) })
  return mailId
}

test('of jobs that are taken up together each ends as it does: who fails is tried again, the others are done', async () => {
  const { db } = (await world()).host.services
  const mails = [await queueMail(), await queueMail(), await queueMail()]
  const idOf = async (mailId: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job where name = ${deliverMail.name} and data->>'mailId' = ${mailId}`.execute(db)
    return rows[0]?.id ?? ''
  }
  const ids = await Promise.all(mails.map(idOf))
  const [first = '', broken = '', last = ''] = ids
  await sql`
    update pgboss.job set start_after = now(), data = case when id = ${broken} then '{}' else data end
    where name = ${deliverMail.name} and id = any(${ids}::uuid[])`.execute(db)
  const stateOf = async (id: string) => {
    const { rows } = await sql<Row>`
      select state, retry_count, output->>'message' as reason from pgboss.job where id = ${id}`.execute(db)
    return rows[0]
  }
  const ended = (id: string, state: string) => eventually(async () => (await stateOf(id))?.state === state)
  await ended(broken, 'retry')
  await ended(first, 'completed')
  await ended(last, 'completed')
  expect(await stateOf(broken)).toMatchObject({
    state: 'retry',
    reason: expect.stringContaining('is not what it declares'),
  })
  await sql`
    update pgboss.job set start_after = now(), data = ${JSON.stringify({ mailId: mails[1] })}
    where name = ${deliverMail.name} and id = ${broken}`.execute(db)
  await ended(broken, 'completed')
  expect(await stateOf(broken)).toMatchObject({ retry_count: 1 })
})
