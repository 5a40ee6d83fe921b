import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { call, newAddress, newEmail, newMember, world } from './kit.ts'
import { jobsDone, postponeJobs } from './rows.ts'
import { openCountingApp } from './statements.ts'
import { newUser, newWellnessAdmin, wellnessBase } from './wellness.ts'
import { newSignUp } from './wellness-rows.ts'

/**
 * Who has an account can be told neither by an answer nor by its time: for an address that has one the same
 * statements run, and as many jobs are queued, as for one that has none. What the clock says of it is in
 * `bench/timing.ts`.
 */

const market = '/api/v1/usr-mgt'
const well = `${wellnessBase}/user`
const password = 'not the right one'
const otp = '123456'

async function newVerifiedMember() {
  const member = await newMember()
  const { host } = await world()
  await sql`update marketplace.users set is_verified = true where id = ${member.id}`.execute(host.services.db)
  return member
}

const calls: { name: string; path: string; body: object; newPerson: () => Promise<{ email: string }> }[] = [
  { name: 'M2', path: `${market}/login`, body: { password }, newPerson: newMember },
  { name: 'M3', path: `${market}/forgot-password`, body: {}, newPerson: newMember },
  {
    name: 'M3 to verify',
    path: `${market}/forgot-password`,
    body: { purpose: 'verify' },
    newPerson: newVerifiedMember,
  },
  { name: 'M121', path: '/api/v1/user-tools/forgot-password', body: {}, newPerson: newMember },
  { name: 'M4', path: `${market}/validate-otp`, body: { otp }, newPerson: newMember },
  { name: 'M14', path: `${market}/verify`, body: { otp }, newPerson: newMember },
  { name: 'M14 once verified', path: `${market}/verify`, body: { otp }, newPerson: newVerifiedMember },
  { name: 'U2', path: `${well}/verify`, body: { otp }, newPerson: newUser },
  {
    name: 'U2 to reset',
    path: `${well}/verify`,
    body: { otp, purpose: 'FORGOT_PASSWORD' },
    newPerson: newUser,
  },
  { name: 'U3', path: `${well}/login`, body: { password }, newPerson: newUser },
  {
    name: 'U3 before the address is proved',
    path: `${well}/login`,
    body: { password },
    newPerson: async () => ({ email: await newSignUp() }),
  },
  { name: 'U4', path: `${well}/resend-otp`, body: {}, newPerson: newUser },
  {
    name: 'U4 to reset',
    path: `${well}/resend-otp`,
    body: { purpose: 'FORGOT_PASSWORD' },
    newPerson: newUser,
  },
  { name: 'U5', path: `${well}/forgot-password`, body: {}, newPerson: newUser },
  { name: 'U6', path: `${well}/reset-password`, body: { otp, newPassword: password }, newPerson: newUser },
  { name: 'A1', path: `${wellnessBase}/admin/login`, body: { password }, newPerson: newWellnessAdmin },
]

let counting: Awaited<ReturnType<typeof openCountingApp>>
beforeAll(async () => {
  counting = await openCountingApp()
  // What files before this one left to be done may send mails, which would be counted.
  await postponeJobs()
})
afterAll(() => counting.app.close())

async function queuedJobs(): Promise<number> {
  const { host } = await world()
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pgboss.job where name = 'mail.deliver'`.execute(host.services.db)
  return rows[0]?.count ?? 0
}

/** What can be seen of a call, and what it does. Ids and times differ by themselves. */
async function lookAt(path: string, email: string, body: object, from: string) {
  const [before, jobsBefore] = [counting.count(), await queuedJobs()]
  const headers = { requestid: newId() }
  const answer = await call('POST', path, { body: { email, ...body }, from, headers, app: counting.app })
  const text = answer.text
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    // A second may pass between two calls, or within one.
    .replace(/(?<=_in":)\d+/g, (seconds) => `about ${Math.round((Number(seconds) + 2) / 10) * 10}`)
  return {
    status: answer.status,
    text,
    statements: counting.since(before),
    mails: (await queuedJobs()) - jobsBefore,
  }
}

test.each(calls)('$name does and says the same without an account', async ({ path, body, newPerson }) => {
  const { email } = await newPerson()
  const unknown = newEmail()
  const from = newAddress()
  await jobsDone()
  for (let tried = 0; tried < 7; tried += 1) {
    const known = await lookAt(path, email, body, from)
    expect(await lookAt(path, unknown, body, from)).toEqual(known)
  }
  const { host } = await world()
  const { rows } = await sql`select id from platform.mail where recipient = ${unknown}`.execute(
    host.services.db,
  )
  expect(rows).toEqual([])
})
