import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, expectProblem, granted, newAddress, newMember, world } from '../../testing/kit.ts'
import { close, newPost, softDelete } from '../../testing/posts.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { openApp, stillClock } from '../../testing/world.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'

const atOnce = 40
const address = '/api/v1/category-mgt/get'

test.each([
  ['default', { anonymous: 600, reads: 1200 }],
  ['strict', { anonymous: 120, reads: 600 }],
] as const)('%s grants so much in a minute, and no more', async (rateLimit, { anonymous, reads }) => {
  // Its minute is not over before all have asked.
  const app = await openApp({ rateLimit, clock: stillClock() })
  onTestFinished(() => app.close())
  const [from, as] = [newAddress(), await newMember()]
  for (const [who, most] of [
    [{ from }, anonymous],
    [{ as }, reads],
  ] as const) {
    const ask = async () => (await call('GET', address, { ...who, app })).status
    for (let asked = 0; asked < most; asked += atOnce) {
      const statuses = await Promise.all(Array.from({ length: atOnce }, ask))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await ask()).toBe(429)
  }
})

async function strictApp(clock?: Clock): Promise<FastifyInstance> {
  const app = await openApp({ rateLimit: 'strict', ...(clock && { clock }) })
  onTestFinished(() => app.close())
  return app
}

/** The named headers as numbers. */
const told = ({ headers }: { headers: Record<string, unknown> }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`ratelimit-${name}`]))

describe('a reply', () => {
  test('says how much is left, in both products, whatever it says else', async () => {
    // Its minute is not over before as many have asked as may.
    const app = await strictApp(stillClock())
    const [member, user] = [await newMember(), await newUser()]
    for (const [method, path, as, most, status] of [
      ['GET', '/api/v1/notification-mgt/unread-count', member, 600, 200],
      ['POST', '/api/v1/chat-mgt/get-messages', member, 120, 400],
      ['GET', `${wellnessBase}/notification/count`, user, 600, 200],
      ['GET', '/api/v1/category-mgt/get', undefined, 120, 200],
    ] as const) {
      const from = newAddress()
      for (const used of [1, 2]) {
        const answer = await call(method, path, { ...(as ? { as } : { from }), app })
        expect([path, answer.status, ...told(answer).slice(0, 2)]).toEqual([path, status, most, most - used])
        expect(told(answer)[2]).toBeGreaterThan(0)
        expect(told(answer)[2]).toBeLessThanOrEqual(60)
        expect(answer.headers['ratelimit-policy']).toBe(`${most};w=60`)
      }
    }
  })

  test('says nothing of limits where there are none', async () => {
    const { headers } = await call('GET', address)
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
  })

  test('says it of the limit that is nearest, and when to come back', async () => {
    // Its second is not over before all six have asked.
    const app = await strictApp(stillClock())
    const as = await newMember()
    const send = () => call('POST', '/api/v1/chat-mgt/send-message', { as, app, body: {} })
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429])
    const [refused] = answers.filter(({ status }) => status === 429)
    expect(refused?.headers).toMatchObject({
      'ratelimit-policy': '5;w=1',
      'ratelimit-remaining': '0',
      'retry-after': '1',
    })
  })
})

describe('under strict', () => {
  const setTrust = async (id: string, level: number) => {
    const { host } = await world()
    await sql`update marketplace.users set trust_level = ${level} where id = ${id}`.execute(host.services.db)
  }

  test('a newcomer begins five chats a day, and finds the ones there are as often as they like', async () => {
    const app = await strictApp()
    const as = await newMember()
    await setTrust(as.id, 0)
    const [peer, ...others] = await Promise.all(Array.from({ length: 6 }, () => newMember()))
    const begin = (user_id: string | undefined) =>
      call('POST', '/api/v1/chat-mgt/create-chatroom', { as, app, body: { user_id } })
    for (const { id } of [peer, ...others.slice(1)].filter((one) => one !== undefined))
      await granted(begin(id))
    for (let n = 0; n < 3; n += 1) await granted(begin(peer?.id))
    const refused = await begin(others[0]?.id)
    expectProblem(refused, 429, 'RATE_LIMITED')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
    await setTrust(as.id, 1)
    await granted(begin(others[0]?.id))
  })

  test('a newcomer publishes three listings a day, and has fifty on offer', async () => {
    const app = await strictApp()
    const [as, busy] = [await newMember(), await newMember()]
    for (const { id } of [as, busy]) await setTrust(id, 0)
    const { _id, category } = await newPost(as)
    const [ended, deleted] = [await newPost(busy), await newPost(busy)]
    await granted(close(busy, ended._id))
    await granted(softDelete(busy, deleted._id))
    const add = (author: typeof as) =>
      call('POST', '/api/v1/post-mgt/add', {
        as: author,
        app,
        body: { title: `Lamp ${newId()}`, price: 20, category_id: category._id },
      })
    for (const _ of [2, 3]) await granted(add(as))
    expectProblem(await add(as), 403, 'POSTING_LIMIT')

    const { host } = await world()
    await sql`
      insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude, public_longitude, public_latitude, published_at, expires_at, created_at, updated_at)
      select gen_random_uuid(), ${busy.id}, title, price_minor, currency, category_id, 'active', 0, 0, 0, 0, published_at - interval '2 days', expires_at, created_at, updated_at
      from marketplace.post, generate_series(1, 50) where id = ${_id}`.execute(host.services.db)
    expectProblem(await add(busy), 403, 'ACTIVE_POST_LIMIT')
    const draft = await newPost(busy, { draft: true })
    const body = { draft: false }
    const published = await call('PUT', `/api/v1/post-mgt/update/${draft._id}`, { as: busy, app, body })
    expectProblem(published, 403, 'ACTIVE_POST_LIMIT')
    const path = '/api/v1/post-mgt'
    const again = await call('POST', `${path}/re-post/${ended._id}`, { as: busy, app, body: {} })
    expectProblem(again, 403, 'ACTIVE_POST_LIMIT')
    const restored = { as: busy, app, body: { restore: true } }
    const back = () => call('PATCH', `${path}/soft-delete/${deleted._id}`, restored)
    expectProblem(await back(), 403, 'ACTIVE_POST_LIMIT')
    // What has ended is not on offer.
    await sql`update marketplace.post set expires_at = now() where author_id = ${busy.id} and status = 'active'`.execute(
      host.services.db,
    )
    await granted(back())
    await granted(close(as, _id))
    expectProblem(await call('POST', `${path}/re-post/${_id}`, { as, app, body: {} }), 403, 'POSTING_LIMIT')
  })
})
