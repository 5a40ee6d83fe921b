import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepNow } from '../../testing/jobs.ts'
import { call, later, newMember, world } from '../../testing/kit.ts'
import { jobsDone } from '../../testing/rows.ts'
import { days, hours } from '../clock.ts'
import { sweepLiveEvents } from '../events/jobs.ts'
import { sweepCredentials } from '../identity/jobs.ts'
import { sweepMails } from '../mail/jobs.ts'
import { sweepKeys } from '../operation/jobs.ts'

async function count(table: string, condition = sql`true`): Promise<number> {
  const { host } = await world()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(`platform.${table}`)} where ${condition}`.execute(
    host.services.db,
  )
  return rows[0]?.n ?? 0
}

test('what is past its time goes, and nothing else', async () => {
  const { host } = await world()
  const { db } = host.services
  const person = await newMember()
  const { email } = person
  await call('POST', '/api/v1/usr-mgt/forgot-password', { body: { email } })
  // What follows of it is of now, not of a day later.
  await jobsDone()
  await sql`update platform.mail set status = 'sent' where recipient = ${email}`.execute(db)
  const ofPerson = sql`subject_id = ${person.id}`
  const after = (ms: number) =>
    later(ms, async () => {
      for (const job of [sweepLiveEvents, sweepCredentials, sweepMails, sweepKeys]) await sweepNow(job)
    })

  await after(hours(23))
  expect(await count('live_event', sql`recipient_id = ${person.id}`)).toBeGreaterThan(0)
  expect(await count('one_time_code', ofPerson)).toBeGreaterThan(0)
  await after(hours(25))
  expect(await count('live_event', sql`recipient_id = ${person.id}`)).toBe(0)
  expect(await count('one_time_code', ofPerson)).toBe(0)
  expect(await count('mail', sql`recipient = ${email}`)).toBeGreaterThan(0)
  await after(days(8))
  expect(await count('mail', sql`recipient = ${email}`)).toBe(0)
  expect((await call('GET', '/api/v1/usr-mgt/get-profile', { as: person })).status).toBe(200)
  await after(days(120))
  expect(await count('session', ofPerson)).toBe(0)
})
