import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, later, newEmail, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { sweepAccounts } from './jobs.ts'

const base = `${wellnessBase}/user`
type Headers = Record<string, string>

const logIn = ({ email, password }: TestPerson, more: object = {}, headers: Headers = {}) =>
  call('POST', `${base}/login`, { body: { email, password, ...more }, headers })
const refresh = (refreshToken: string, headers: Headers = {}) =>
  call('POST', `${base}/refresh-token`, { body: { refreshToken }, headers })
const profile = (token: string) => call('GET', `${base}/profile`, { as: { token } })
const zoneOf = async (as: TestPerson) => (await profile(as.token)).body.data.preferences.timeZone

test('on a borrowed computer a session ends after a day without use, else after sixty', async () => {
  const user = await newUser()
  const borrowed = (await logIn(user, { rememberMe: false })).body.data.refreshToken
  const own = (await logIn(user)).body.data.refreshToken
  const next = await later(hours(23), () => refresh(borrowed))
  expect(next.status).toBe(200)
  await later(hours(46), async () => {
    expect((await refresh(next.body.data.refreshToken)).status).toBe(200)
  })
  await later(days(4), async () => {
    expectProblem(await refresh(next.body.data.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    expect((await refresh(own)).status).toBe(200)
  })
})

test('the zone follows the phone, and a browser only where no phone was seen for a month', async () => {
  const { host } = await world()
  const user = await newUser({ timeZone: 'Europe/Berlin' })
  await logIn(user, {}, { timeZone: 'America/Lima', deviceType: 'web', deviceId: 'browser' })
  expect(await zoneOf(user)).toBe('America/Lima')
  const { body } = await logIn(user, {}, { timeZone: 'asia/tokyo', deviceType: 'IOS', deviceId: 'phone' })
  expect(await zoneOf(user)).toBe('Asia/Tokyo')
  await logIn(user, {}, { timeZone: 'America/Lima', deviceType: 'web', deviceId: 'browser' })
  expect(await zoneOf(user)).toBe('Asia/Tokyo')
  await refresh(body.data.refreshToken, { timeZone: 'Australia/Perth', deviceType: 'IOS', deviceId: 'phone' })
  expect(await zoneOf(user)).toBe('Australia/Perth')
  await later(days(31), () =>
    logIn(user, {}, { timeZone: 'America/Lima', deviceType: 'web', deviceId: 'browser' }),
  )
  expect(await zoneOf(user)).toBe('America/Lima')
  const { rows } = await sql<{ timezone: string }>`
    select timezone from wellness.zone_history where user_id = ${user.id} order by began_at`.execute(
    host.services.db,
  )
  expect(rows.map(({ timezone }) => timezone)).toEqual([
    'Europe/Berlin',
    'America/Lima',
    'Asia/Tokyo',
    'Australia/Perth',
    'America/Lima',
  ])
})

test('a phone that tells an offset is in the zone of the list that has it', async () => {
  const user = await newUser({ timeZone: 'Europe/Berlin' })
  for (const [timeZone, kept] of [
    ['GMT+02:00', 'Etc/GMT-2'],
    ['Etc/GMT-14', 'Etc/GMT-14'],
  ] as const) {
    const phone = { timeZone, deviceType: 'ANDROID', deviceId: 'phone' }
    expect((await logIn(user, {}, phone)).status).toBe(200)
    expect(await zoneOf(user)).toBe(kept)
  }
})

test('a zone that somebody fixed stays', async () => {
  const { host } = await world()
  const user = await newUser({ timeZone: 'Europe/Berlin' })
  await sql`update wellness.users set timezone_mode = 'FIXED' where id = ${user.id}`.execute(host.services.db)
  await logIn(user, {}, { timeZone: 'Asia/Tokyo', deviceType: 'ANDROID', deviceId: 'phone' })
  expect(await zoneOf(user)).toBe('Europe/Berlin')
})

test('an address that nobody proved for a week is free again, with all that was kept for it', async () => {
  const { host } = await world()
  const sweep = () => sweepNow(sweepAccounts)
  const email = newEmail()
  const referralCode = (await profile((await newUser()).token)).body.data.referralCode
  const { body } = await call('POST', `${base}/signup`, {
    body: { name: 'Ada', email, password: 'correct horse battery', referralCode },
  })
  const kept = async () =>
    (await sql`select id from wellness.users where id = ${body.data.userId}`.execute(host.services.db)).rows
      .length
  await later(days(6), sweep)
  expect(await kept()).toBe(1)
  await later(days(7) + minutes(1), sweep)
  expect(await kept()).toBe(0)
})

test('a verified account outlives the sweep', async () => {
  const user = await newUser()
  await later(days(30), () => sweepNow(sweepAccounts))
  expect((await logIn(user, {}, { deviceId: newId() })).status).toBe(200)
})
