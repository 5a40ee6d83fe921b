import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, later, newMember, signedIn, type TestPerson, world } from '../../testing/kit.ts'
import { sweepDeviceTokens } from './jobs.ts'

const update = (as: TestPerson, body: object) =>
  call('PUT', '/api/v1/post-mgt/update-push-token', { as, body })

async function tokensOf({ id }: TestPerson): Promise<{ token: string; platform: string }[]> {
  const { rows } = await sql<{ token: string; platform: string }>`
    select token, platform from marketplace.device_token where user_id = ${id} order by updated_at, token`.execute(
    (await world()).host.services.db,
  )
  return rows
}

test('there is no key for browsers where they are sent nothing', async () => {
  const { body } = await call('GET', '/api/v1/notification-mgt/push-key', { as: await newMember() })
  expect(body.data).toEqual({ public_key: null })
})

describe('a push token', () => {
  test('is that of a device, whose new one takes the place of the old one', async () => {
    const ada = await newMember()
    const [first, second, tablet] = [newSecret(), newSecret(), newSecret()]
    expect((await update(ada, { fcm_token: first, device_id: 'phone' })).body.data).toMatchObject({
      is_set: true,
    })
    await update(ada, { fcm_token: tablet, device_id: 'tablet' })
    await update(ada, { fcm_token: second, device_id: 'phone' })
    expect((await tokensOf(ada)).map(({ token }) => token)).toEqual([tablet, second])
    expect((await update(ada, { fcm_token: null, device_id: 'phone' })).body.data).toMatchObject({
      is_set: false,
    })
    expect((await tokensOf(ada)).map(({ token }) => token)).toEqual([tablet])
  })

  test('without a device belongs to the session, and goes with it', async () => {
    const ada = await newMember()
    const again = await signedIn(ada)
    const [here, there] = [newSecret(), newSecret()]
    await update(ada, { fcm_token: newSecret() })
    await update(ada, { fcm_token: here })
    await update(again, { fcm_token: there })
    await call('POST', '/api/v1/usr-mgt/logout', { as: ada, body: {} })
    expect((await tokensOf(ada)).map(({ token }) => token)).toEqual([there])
  })

  test('goes with a session that ran out', async () => {
    const ada = await newMember()
    const [forgotten, used] = [newSecret(), newSecret()]
    await update(ada, { fcm_token: forgotten, device_id: 'phone' })
    await sweepNow(sweepDeviceTokens)
    expect(await tokensOf(ada)).toMatchObject([{ token: forgotten }])
    await later(days(400), async () => {
      await update(await signedIn(ada), { fcm_token: used, device_id: 'tablet' })
      await sweepNow(sweepDeviceTokens)
    })
    expect(await tokensOf(ada)).toMatchObject([{ token: used }])
  })

  test('moves from whoever had it', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    const token = newSecret()
    for (const person of [ada, ben, ben])
      expect((await update(person, { fcm_token: token })).status).toBe(200)
    expect(await tokensOf(ada)).toEqual([])
    expect(await tokensOf(ben)).toMatchObject([{ token }])
  })

  test('that many claim at once has one holder', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => newMember()))
    const token = newSecret()
    const answers = await Promise.all(people.map((person) => update(person, { fcm_token: token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await Promise.all(people.map(tokensOf))).flat()).toHaveLength(1)
  })

  test('tells by its look of what it is, unless the app says so', async () => {
    const ada = await newMember()
    const [hex, browser] = [
      'a1'.repeat(32) + newId().replaceAll('-', ''),
      JSON.stringify({ endpoint: newId() }),
    ]
    await update(ada, { fcm_token: hex, device_id: 'one' })
    await update(ada, { fcm_token: browser, device_id: 'two' })
    await update(ada, { fcm_token: newSecret(), device_id: 'three' })
    await update(ada, { fcm_token: newSecret(), device_id: 'four', platform: 'IOS' })
    expect((await tokensOf(ada)).map(({ platform }) => platform)).toEqual(['IOS', 'WEB', 'ANDROID', 'IOS'])
  })

  test('is kept of twenty devices of a person at most', async () => {
    const ada = await newMember()
    for (let device = 1; device <= 22; device += 1)
      await update(ada, { fcm_token: newSecret(), device_id: `device ${device}` })
    expect(await tokensOf(ada)).toHaveLength(20)
  })

  test('must be one', async () => {
    const ada = await newMember()
    expectProblem(await update(ada, {}), 400, 'VALIDATION_FAILED', 'body.fcm_token')
    expectProblem(await update(ada, { fcm_token: 'x'.repeat(4097) }), 400, 'VALIDATION_FAILED')
    expectProblem(await update(ada, { fcm_token: 'x', platform: 'FAX' }), 400, 'VALIDATION_FAILED')
  })
})
