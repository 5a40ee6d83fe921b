import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call, newMember, world } from '../../testing/kit.ts'
import { days, hours } from '../clock.ts'
import { sweepPlatform } from './sweep.ts'

async function count(table: string, condition = sql`true`): Promise<number> {
  const { host } = await world()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(`platform.${table}`)} where ${condition}`.execute(
    host.services.db,
  )
  return rows[0]?.n ?? 0
}

test('what is past its time goes, and nothing else', async () => {
  const { host, clock } = await world()
  const { db } = host.services
  const person = await newMember()
  const { email } = person
  await call('POST', '/api/v1/usr-mgt/forgot-password', { body: { email } })
  await sql`update platform.mail set status = 'sent' where recipient = ${email}`.execute(db)
  const ofPerson = sql`subject_id = ${person.id}`
  const after = (ms: number) => sweepPlatform(db, new Date(clock.now().getTime() + ms))

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
