import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { describe, expect, test } from 'vitest'
import { plaza } from '../../testing/command.ts'
import { call, eventually, newMember, world } from '../../testing/kit.ts'
import { makePicture } from '../../testing/pictures.ts'
import { newMail, queueForLater } from '../../testing/queued-mail.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newId } from '../ids.ts'
import { deliverMail } from '../mail/jobs.ts'
import { processUpload } from '../media/jobs.ts'
import { originalKey } from '../media/uploads.ts'
import type { DataOf, Queued } from './queued.ts'

/** Asks the program for a dead letter to be tried again. @returns what it says. */
const retry = (id: string): Promise<string> => plaza('dead-letters', '--retry', id)

/** Lets the process of a job die in its last try, and waits until that is written down. @returns the job. */
async function bury<Q extends Queued>({ name }: Q, data: DataOf<Q>): Promise<string> {
  const { db } = (await world()).host.services
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'active', retry_count = retry_limit, start_after = now(), completed_on = null,
      started_on = now() - interval '2 minutes', heartbeat_on = now() - interval '2 minutes'
    where name = ${name} and data @> ${JSON.stringify(data)}::jsonb returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  const boss = new PgBoss({
    db: fromKysely(db),
    supervise: false,
    schedule: false,
    migrate: false,
    // The world's own looks once a minute, and nobody looks again so soon after another did.
    monitorIntervalSeconds: 1,
  })
  await boss.start()
  await eventually(async () => {
    await boss.supervise(name)
    const { rows: letters } = await sql`
      select from pgboss.job where name = 'dead-letters' and source_id = ${id} and state = 'completed'`.execute(
      db,
    )
    return letters[0]
  }).finally(() => boss.stop({ graceful: false }))
  return id
}

async function mailAt(recipient: string) {
  const { rows } = await sql<{ id: string; status: string; reason: string | null }>`
    select id, status, reason from platform.mail where recipient = ${recipient}
    order by id desc limit 1`.execute((await world()).host.services.db)
  return rows[0]
}

describe('a job whose process died in its last try', () => {
  test('is given up, people see it, and once it is tried again it is done', async () => {
    const mailId = await newMail()
    await queueForLater(deliverMail, { mailId })
    const id = await bury(deliverMail, { mailId })
    const mail = () => mailAt(`${mailId}@example.org`)
    expect(await mail()).toMatchObject({ status: 'failed', reason: 'job heartbeat timeout' })
    expect(await retry(id)).toBe('It is queued again.')
    await eventually(async () => (await mail())?.status === 'sent')
    expect(await retry(id)).toBe('There is no such dead letter.')
  })

  test('such as an upload, goes on with what has arrived', async () => {
    const { host, clock } = await world()
    const person = await newMember()
    const bytes = await makePicture()
    const [uploadId, now] = [newId(), clock.now()]
    await sql`
      insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, status, created_at, updated_at)
      values (${uploadId}, 'marketplace', ${person.id}, 'post', 'a', 'image/jpeg', ${bytes.length}, 'processing', ${now}, ${now})`.execute(
      host.services.db,
    )
    await host.services.providers.files.write(originalKey(uploadId), bytes, 'image/jpeg')
    await queueForLater(processUpload, { uploadId })
    const id = await bury(processUpload, { uploadId })
    const status = async () =>
      (await call('GET', `/api/v1/media/${uploadId}`, { as: person })).body.data.status
    expect(await status()).toBe('failed')
    expect(await retry(id)).toBe('It is queued again.')
    await eventually(async () => (await status()) === 'ready')
  })

  test('is not tried again where that is of no use: the code of a mail has expired', async () => {
    const { db } = (await world()).host.services
    const { email } = await newMember()
    await call('POST', '/api/v1/usr-mgt/forgot-password', { body: { email } })
    await jobsDone()
    const { id: mailId = '' } = (await mailAt(email)) ?? {}
    // As if it had not been sent.
    await sql`update platform.mail set status = 'queued' where id = ${mailId}`.execute(db)
    const id = await bury(deliverMail, { mailId })
    expect(await retry(id)).toContain('its code has expired')
    expect(await mailAt(email)).toMatchObject({ status: 'failed' })
  })

  test('is not tried again before it is written down that it failed, nor when what it is for is gone', async () => {
    const { db } = (await world()).host.services
    const mailId = await newMail()
    await queueForLater(deliverMail, { mailId })
    const id = await bury(deliverMail, { mailId })
    const letter = (state: string) =>
      sql`
        update pgboss.job set state = ${state}::pgboss.job_state, start_after = now() + interval '1 hour'
        where name = 'dead-letters' and source_id = ${id}`.execute(db)
    await letter('created')
    expect(await retry(id)).toContain('Try again in a moment.')
    await letter('completed')
    await sql`delete from platform.mail where id = ${mailId}`.execute(db)
    expect(await retry(id)).toBe('This mail is sent, or not kept any more.')
  })
})
