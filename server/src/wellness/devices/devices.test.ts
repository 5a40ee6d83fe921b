import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { newUser, signedInAgain, wellnessBase } from '../../testing/wellness.ts'
import { sweepPushTokens } from './jobs.ts'

const update = (as: TestPerson, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${wellnessBase}/notification/refresh-token`, { as, body, headers })

interface DeviceRow {
  device_id: string
  type: string | null
  push_token: string | null
  app_version: string | null
}

async function devicesOf(user: TestPerson): Promise<DeviceRow[]> {
  const { host } = await world()
  const { rows } = await sql<DeviceRow>`
    select device_id, type, push_token, app_version from wellness.device where user_id = ${user.id} order by last_seen_at, device_id`.execute(
    host.services.db,
  )
  return rows
}

test('there is no key for browsers where they are sent nothing', async () => {
  const ada = await newUser()
  const { body } = await call('GET', `${wellnessBase}/notification/push-key`, { as: ada })
  expect(body.data).toEqual({ publicKey: null })
})

describe('a push token', () => {
  test('is kept for the device that says it', async () => {
    const ada = await newUser({ deviceId: 'phone' })
    const token = newSecret()
    const body = { deviceToken: token, deviceType: 'android', appVersion: '2.1' }
    const answer = await update(ada, body, { deviceId: 'phone' })
    expect(answer).toMatchObject({ status: 200, body: { data: { deviceId: 'phone' } } })
    const phone = { device_id: 'phone', type: 'ANDROID', push_token: token, app_version: '2.1' }
    expect(await devicesOf(ada)).toEqual([phone])
    const next = newSecret()
    await update(ada, { refreshToken: next }, { deviceId: 'phone', deviceType: 'Android' })
    expect(await devicesOf(ada)).toEqual([{ ...phone, push_token: next }])
  })

  test('of a device that has no id belongs to its session', async () => {
    const ada = await newUser()
    const [first, second] = [newSecret(), newSecret()]
    const { body } = await update(ada, { deviceToken: first, deviceType: 'IOS' })
    await update(ada, { deviceToken: second, oldDeviceToken: first })
    const { deviceId } = body.data
    expect(await devicesOf(ada)).toMatchObject([{ device_id: deviceId, type: 'IOS', push_token: second }])
    await call('POST', `${wellnessBase}/user/logout`, { as: ada, body: {} })
    expect(await devicesOf(ada)).toMatchObject([{ device_id: deviceId, push_token: null }])
  })

  test('goes with a session that ran out, and the device stays known', async () => {
    const ada = await newUser({ deviceId: 'phone' })
    const [forgotten, used] = [newSecret(), newSecret()]
    await update(ada, { deviceToken: forgotten, deviceType: 'IOS' }, { deviceId: 'phone' })
    await sweepNow(sweepPushTokens)
    expect(await devicesOf(ada)).toMatchObject([{ push_token: forgotten }])
    await later(days(400), async () => {
      await update(await signedInAgain(ada), { deviceToken: used }, { deviceId: 'tablet' })
      await sweepNow(sweepPushTokens)
    })
    expect(await devicesOf(ada)).toMatchObject([
      { device_id: 'phone', type: 'IOS', push_token: null },
      { device_id: 'tablet', push_token: used },
    ])
  })

  test('goes with a session that is ended since a used refresh token came back', async () => {
    const ada = await newUser()
    const [ended, other] = [newSecret(), newSecret()]
    await update(ada, { deviceToken: ended, deviceId: 'phone' })
    await update(await signedInAgain(ada), { deviceToken: other, deviceId: 'tablet' })
    const refresh = (refreshToken: string) =>
      call('POST', `${wellnessBase}/user/refresh-token`, { body: { refreshToken } })
    const { body } = await granted(refresh(ada.refreshToken))
    await granted(refresh(body.data.refreshToken))
    expectProblem(await refresh(ada.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    const tokens = (await devicesOf(ada)).map((row) => [row.device_id, row.push_token])
    expect(Object.fromEntries(tokens)).toEqual({ phone: null, tablet: other })
  })

  test('takes the place of the old one, wherever in the account that stands', async () => {
    const ada = await newUser({ deviceId: 'before' })
    const [old, next] = [newSecret(), newSecret()]
    await update(ada, { deviceToken: old }, { deviceId: 'before' })
    await update(ada, { deviceToken: next, oldDeviceToken: old, deviceId: 'after' })
    expect((await devicesOf(ada)).map((row) => [row.device_id, row.push_token])).toEqual([
      ['before', null],
      ['after', next],
    ])
  })

  test('leaves whoever had it before', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const token = newSecret()
    await update(ada, { deviceToken: token })
    await update(ben, { deviceToken: token })
    expect((await devicesOf(ada)).map((row) => row.push_token)).toEqual([null])
    expect((await devicesOf(ben)).map((row) => row.push_token)).toEqual([token])
  })

  test('of somebody else is not ended by who only names it as old', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const token = newSecret()
    await update(ada, { deviceToken: token })
    await update(ben, { deviceToken: newSecret(), oldDeviceToken: token })
    expect((await devicesOf(ada)).map((row) => row.push_token)).toEqual([token])
  })

  test('that many claim at once has one holder', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => newUser()))
    const token = newSecret()
    const answers = await Promise.all(people.map((person) => update(person, { deviceToken: token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const held = (await Promise.all(people.map(devicesOf))).flat().filter((row) => row.push_token === token)
    expect(held).toHaveLength(1)
  })

  test('may be a browser’s subscription, of any length that fits', async () => {
    const ada = await newUser()
    const subscription = JSON.stringify({ endpoint: `https://push.example/${'x'.repeat(3900)}`, keys: {} })
    expect((await update(ada, { deviceToken: subscription, deviceType: 'WEB' })).status).toBe(200)
    expect(await devicesOf(ada)).toMatchObject([{ type: 'WEB', push_token: subscription }])
  })

  test('must be there, and be one', async () => {
    const ada = await newUser()
    expectProblem(await update(ada, {}), 400, 'VALIDATION_FAILED', 'body.deviceToken')
    const both = { deviceToken: 'a', refreshToken: 'b' }
    expectProblem(await update(ada, both), 400, 'VALIDATION_FAILED', 'body.refreshToken')
    expectProblem(await update(ada, { deviceToken: 'x'.repeat(4097) }), 400, 'VALIDATION_FAILED')
    expectProblem(await update(ada, { deviceToken: 'x', deviceType: 'FAX' }), 400, 'VALIDATION_FAILED')
    expect(await devicesOf(ada)).toEqual([])
  })
})
