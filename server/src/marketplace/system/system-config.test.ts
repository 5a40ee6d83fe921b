import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConfigKeys, allOperations } from '../../host.ts'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { restsReadOnly } from '../../platform/operation/registry.ts'
import { amount, sentence } from '../../platform/system-config/key.ts'
import { StoredConfig } from '../../platform/system-config/stored-config.ts'
import { nothingFor } from '../../testing/arrangements.ts'
import { type Cast, newCast, roles } from '../../testing/cast.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  newEmail,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { comment, newPost } from '../../testing/posts.ts'
import { newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { closeWorld, openProcess, worldWith } from '../../testing/world.ts'

const path = '/api/v1/system-config'
let admin: TestPerson
let cast: Cast
let there: Awaited<ReturnType<typeof openProcess>>

beforeAll(async () => {
  // Of its own, since what is set holds for everybody.
  await worldWith({})
  admin = await newStaff('administrator')
  cast = await newCast()
  there = await openProcess({ RATE_LIMIT: 'strict' })
}, minutes(5))

afterAll(async () => {
  await there?.app.close()
  await there?.host.close()
  await closeWorld()
})

const put = (body: object, headers: Record<string, string> = {}) =>
  call('PUT', path, { as: admin, body, headers })
const read = async (app?: FastifyInstance) => (await granted(call('GET', path, { app }))).body.data
const keys = async (app?: FastifyInstance) => {
  const { body } = await granted(call('GET', `${path}/keys`, { as: admin, app }))
  const find = (name: string) => body.data.keys.find(({ key }: { key: string }) => key === name)
  return { version: body.data.__v as number, all: body.data.keys, find }
}

/** Sets keys for a while, once both processes know. */
async function during<T>(config: Record<string, unknown>, check: () => Promise<T>): Promise<T> {
  const known = async () => {
    const { version } = await keys()
    for (const app of [undefined, there.app])
      await eventually(async () => (await read(app)).version === version)
  }
  await granted(put({ config }))
  await known()
  try {
    return await check()
  } finally {
    await granted(put({ config: Object.fromEntries(Object.keys(config).map((name) => [name, null])) }))
    await known()
  }
}

describe('what everybody reads', () => {
  test('is the public keys, and nothing else', async () => {
    const data = await read()
    const publicNames = allConfigKeys()
      .filter(({ isPublic }) => isPublic)
      .map(({ name }) => name)
    const shown = ['flags', 'limits', 'poll_intervals', 'money', 'fees', 'maintenance'].flatMap((group) =>
      Object.keys(data[group]).map((name) => `${group}.${name}`),
    )
    expect(shown.sort()).toEqual(publicNames.sort())
    expect(data).toMatchObject({
      flags: { sign_up_open: true, comments_open: true, addresses_told: true, read_only: false },
      limits: { favourites: 5000 },
      policies: { terms: '1' },
      min_version: null,
    })
    expect(data.currencies).toContain('EUR')
  })

  test('names the categories by the tag under which they are fetched', async () => {
    const { headers } = await granted(call('GET', '/api/v1/category-mgt/get'))
    expect((await read()).categories.etag).toBe(headers.etag)
  })

  test('says which version of an app is needed', async () => {
    const alert = { title: 'Update', message: 'Too old.', severity: 'critical', kind: 'force_update' }
    const body = { ...alert, platforms: ['ios'], min_version: '3.1.0' }
    await granted(call('POST', '/api/v1/application-alert/save', { as: admin, body }))
    const needed = async (platform: string) =>
      (await granted(call('GET', path, { query: { platform } }))).body.data.min_version
    expect([await needed('ios'), await needed('web')]).toEqual(['3.1.0', null])
  })

  test('is not sent again to whoever has it, until something changes', async () => {
    const ask = (etag: string) => call('GET', path, { headers: { 'if-none-match': etag } })
    const { headers } = await granted(call('GET', path))
    expect((await ask(String(headers.etag))).status).toBe(304)
    await during({ 'limits.favourites': 30 }, async () => {
      const { status, body } = await ask(String(headers.etag))
      expect([status, body.data.limits.favourites]).toEqual([200, 30])
    })
  })
})

describe('a change', () => {
  test('holds in every process, and given back its default holds in each as before', async () => {
    const name = 'limits.requests.anonymous_per_minute'
    const policy = async (app?: FastifyInstance) =>
      (await call('GET', '/api/v1/category-mgt/get', { app })).headers['ratelimit-policy']
    expect([await policy(), await policy(there.app)]).toEqual([undefined, '120;w=60'])
    expect((await keys()).find(name)).toMatchObject({ default: null, value: null, public: false })
    expect((await keys(there.app)).find(name)).toMatchObject({ default: 120, value: null })
    await during({ [name]: 77 }, async () => {
      expect([await policy(), await policy(there.app)]).toEqual(['77;w=60', '77;w=60'])
      expect((await keys()).find(name)).toMatchObject({ value: 77, kind: 'number', minimum: 1 })
    })
    expect([await policy(), await policy(there.app)]).toEqual([undefined, '120;w=60'])
  })

  test('of some keys leaves the others, and is told with what was and what is', async () => {
    await during({ 'limits.favourites': 10, 'limits.follows': 20 }, async () => {
      const { body } = await granted(put({ config: { 'limits.follows': 21, 'limits.favourites': 10 } }))
      expect(body.data.changes).toEqual([{ key: 'limits.follows', from: 20, to: 21 }])
      const { data } = (await granted(call('GET', `${path}/versions`, { as: admin, query: { limit: 1 } })))
        .body
      expect(data).toEqual([
        {
          version: body.data.__v,
          changes: body.data.changes,
          restored_version: null,
          by: { _id: admin.id, name: 'Ada Test' },
          created_at: expect.any(String),
        },
      ])
      const { host } = await world()
      const { rows } = await sql<{ details: object }>`
        select details from platform.audit where actor_id = ${admin.id} and action = 'admin-update-system-config'
        order by created_at desc, id desc limit 1`.execute(host.services.db)
      expect(rows[0]?.details).toMatchObject({ version: body.data.__v, changes: body.data.changes })
    })
  })

  test('that changes nothing makes no version', async () => {
    const { version } = await keys()
    const { body } = await granted(put({ config: { 'limits.favourites': null } }))
    expect(body.data).toEqual({ __v: version, changes: [] })
  })

  test('is taken back by one call, all of it', async () => {
    const { version: before } = await keys()
    await granted(put({ config: { 'limits.favourites': 11 } }))
    const { body: second } = await granted(
      put({ config: { 'limits.favourites': 12, 'flags.comments_open': false } }),
    )
    const { body } = await granted(put({ to_version: before }))
    expect(body.data).toEqual({
      __v: second.data.__v + 1,
      changes: [
        { key: 'flags.comments_open', from: false, to: null },
        { key: 'limits.favourites', from: 12, to: null },
      ],
    })
    await granted(put({ to_version: second.data.__v - 1 }))
    expect((await keys()).find('limits.favourites').value).toBe(11)
    await granted(put({ to_version: 0 }))
    expect((await keys()).all.filter(({ value }: { value: unknown }) => value !== null)).toEqual([])
    const { data } = (await granted(call('GET', `${path}/versions`, { as: admin, query: { limit: 1 } }))).body
    expect(data[0].restored_version).toBe(0)
    expectProblem(await put({ to_version: 1_000_000 }), 400, 'CONFIG_INVALID', 'body.to_version')
  })

  test('of a version that is no longer the newest is refused', async () => {
    const { body } = await granted(put({ config: { 'limits.favourites': 13 } }))
    const stale = { 'if-match': String(body.data.__v - 1) }
    expectProblem(await put({ config: { 'limits.favourites': 14 } }, stale), 412, 'VERSION_CONFLICT')
    await granted(put({ config: { 'limits.favourites': null } }, { 'if-match': String(body.data.__v) }))
  })

  test('of two at the same moment loses neither', async () => {
    const { version } = await keys()
    const names = ['limits.favourites', 'limits.follows', 'limits.collections', 'limits.codes.per_day']
    await Promise.all(names.map((name) => granted(put({ config: { [name]: 15 } }))))
    const now = await keys()
    expect(now.version).toBe(version + names.length)
    expect(names.map((name) => now.find(name).value)).toEqual([15, 15, 15, 15])
    await granted(put({ to_version: version }))
  })

  test.each([
    [{ 'limits.no_such_thing': 1 }, 'body.config.limits.no_such_thing'],
    [{ 'limits.no_such_thing': null }, 'body.config.limits.no_such_thing'],
    [{ 'limits.favourites': 10, api_key: 'sk_live_1' }, 'body.config.api_key'],
    [{ 'limits.favourites': 'many' }, 'body.config.limits.favourites'],
    [{ 'limits.favourites': 0 }, 'body.config.limits.favourites'],
    [{ 'limits.favourites': 5001 }, 'body.config.limits.favourites'],
    [{ 'limits.favourites': true }, 'body.config.limits.favourites'],
    [{ 'flags.read_only': 1 }, 'body.config.flags.read_only'],
    [{ 'limits.listings.per_day': [1, 2, 3] }, 'body.config.limits.listings.per_day'],
    [{ 'limits.listings.per_day': [1, 2, 3, 0] }, 'body.config.limits.listings.per_day.3'],
    [{ 'maintenance.sentence': 'x'.repeat(301) }, 'body.config.maintenance.sentence'],
    [{ ['__proto__']: 1 }, 'body.config.__proto__'],
  ])('to %j is refused by name, and changes nothing', async (config, at) => {
    const { version } = await keys()
    expectProblem(await put({ config }), 400, 'CONFIG_INVALID', at)
    expect((await keys()).version).toBe(version)
  })

  test('is one or the other, for administrators', async () => {
    for (const body of [{}, { config: {}, to_version: 1 }])
      expectProblem(await put(body), 400, 'VALIDATION_FAILED', 'body.config')
    const as = await newStaff('moderator')
    expectProblem(await call('PUT', path, { as, body: { config: {} } }), 403, 'FORBIDDEN')
  })
})

describe('a key', () => {
  const cache = { follow: () => () => {} } as never
  const log = {} as never

  test('is the only one of its name', () => {
    const twice = amount('limits.things', { description: 'things', default: 1 })
    expect(() => new StoredConfig({ cache, log, keys: [twice, twice] })).toThrow(/same name/)
  })

  test('that holds text is public, so that nobody keeps a secret in it', () => {
    const hidden = {
      ...sentence('service.token', { description: '', default: '', most: 9 }),
      isPublic: false,
    }
    expect(() => new StoredConfig({ cache, log, keys: [hidden] })).toThrow(/secret/)
  })

  test('whose kept value the program does not take holds as if nobody had set it', async () => {
    const { host } = await world()
    const { version } = await keys()
    const values = { 'limits.gone': 3, 'limits.favourites': 'all', 'limits.follows': 9 }
    await sql`
      insert into platform.system_config_revision (version, values, changes, created_at)
      values (${version + 1}, ${JSON.stringify(values)}, '[]', now())`.execute(host.services.db)
    await granted(put({ config: { 'limits.collections': 8 } }))
    await eventually(async () => (await read()).limits.collections === 8)
    expect((await read()).limits).toMatchObject({ favourites: 5000, follows: 9 })
    await granted(put({ to_version: version }))
  })
})

describe('flags', () => {
  test('close sign-up and comments, and open them again', async () => {
    const [as, seller] = [await newMember(), await newMember()]
    const { _id } = await newPost(seller)
    const signUp = (app?: FastifyInstance) =>
      call('POST', '/api/v1/usr-mgt/create', {
        app,
        body: {
          name: 'Ada',
          email: newEmail(),
          password: 'correct horse battery',
          agree: 'true',
          fcm_token: null,
          location: { type: 'Point', coordinates: [13.4, 52.5] },
        },
      })
    const subject = newId()
    const comeBy = async (sub: string) =>
      call('POST', '/api/v1/usr-mgt/social-login', {
        body: {
          provider: 'google',
          id_token: await (await world()).identities.idToken('google', { sub }),
          name: 'Ada',
          agree: 'true',
        },
      })
    await during({ 'flags.sign_up_open': false, 'flags.comments_open': false }, async () => {
      for (const app of [undefined, there.app]) expectProblem(await signUp(app), 403, 'SIGN_UP_CLOSED')
      expectProblem(await comeBy(subject), 403, 'SIGN_UP_CLOSED')
      expectProblem(await comment(as, _id), 403, 'COMMENTS_CLOSED')
      expect((await read(there.app)).flags).toMatchObject({ sign_up_open: false, comments_open: false })
    })
    await granted(signUp())
    await granted(comeBy(subject))
    await granted(comment(as, _id))
  })

  test('keep to themselves whether an address has an account', async () => {
    const emails = [(await newMember()).email, newEmail()]
    const answers = (app?: FastifyInstance) =>
      Promise.all(
        emails.map(async (email) => {
          const body = { email }
          return (await granted(call('POST', '/api/v1/usr-mgt/check-user', { body, app }))).body.data
        }),
      )
    const told = [
      { exists: true, available: false },
      { exists: false, available: true },
    ]
    expect(await answers()).toEqual(told)
    await during({ 'flags.addresses_told': false }, async () => {
      for (const app of [undefined, there.app])
        expect(await answers(app)).toEqual(emails.map(() => ({ exists: null, available: null })))
    })
    expect(await answers()).toEqual(told)
  })

  test('every operation that one closes says so', async () => {
    const closed = allOperations().filter(({ operation }) => operation.switch)
    expect(closed.length).toBeGreaterThan(1)
    for (const { operation, path, id } of closed) {
      const { flag, refusal } = operation.switch ?? {}
      if (!flag || !refusal) throw new Error(`${id} is closed by nothing`)
      await during({ [flag.name]: false }, async () => {
        const as = operation.access.isPublic ? undefined : cast.member
        expectProblem(await call(operation.method, path, { as, body: {} }), refusal.status, refusal.code)
      })
    }
  })
})

describe('while the server is read-only', () => {
  /** Somebody who may call an operation and does not look after the product. */
  async function callerOf(access: { admits: readonly string[]; isPublic: boolean }, product: string) {
    if (access.isPublic) return undefined
    const role = Object.entries(roles).find(
      ([, { kind, ...of }]) =>
        of.product === product && access.admits.includes(kind) && kind !== 'administrator',
    )?.[0] as keyof Cast | undefined
    if (role) return cast[role]
    return newWellnessAdmin(access.admits.includes('content-administrator') ? 'CONTENT' : 'SUPPORT')
  }

  test('every write of others is refused with when to come back, and nothing else', async () => {
    const resting = allOperations().filter(restsReadOnly)
    expect(resting.length).toBeGreaterThan(60)
    await during({ 'flags.read_only': true, 'maintenance.retry_after_seconds': 90 }, async () => {
      for (const { operation, module, path, id } of resting) {
        const as = await callerOf(operation.access, module.product)
        const address = path.replace(/\{\w+\}/g, () => newId())
        const answer = await call(operation.method, address, { as, ...nothingFor(operation) })
        expect([id, answer.status, answer.headers['retry-after']]).toEqual([id, 503, '90'])
        expectProblem(answer, 503, 'READ_ONLY')
      }
    })
  })

  test('people read, sign in and out, in both products', async () => {
    const { email, password, address: from } = await newMember()
    const { user, wellnessAdministrator } = cast
    await during({ 'flags.read_only': true }, async () => {
      const { body } = await granted(
        call('POST', '/api/v1/usr-mgt/login', { from, body: { email, password } }),
      )
      const as = { token: body.data.access_token }
      await granted(call('GET', '/api/v1/notification-mgt/unread-count', { as }))
      await granted(
        call('POST', '/api/v1/usr-mgt/refresh-token', { body: { refresh_token: body.data.refresh_token } }),
      )
      await granted(call('POST', '/api/v1/usr-mgt/logout', { as, body: {} }))
      for (const [kind, person] of [
        ['user', user],
        ['admin', wellnessAdministrator],
      ] as const)
        await granted(
          call('POST', `${wellnessBase}/${kind}/login`, {
            from: person.address,
            body: { email: person.email, password: person.password },
          }),
        )
    })
  })

  test('administrators write, and say in their own words what is going on', async () => {
    const own = 'We move to another house until noon.'
    await during({ 'flags.read_only': true, 'maintenance.sentence': `  ${own} ` }, async () => {
      const post = await newPost(admin)
      const refused = await comment(cast.member, post._id)
      expectProblem(refused, 503, 'READ_ONLY')
      expect(refused.body.message).toBe(own)
      expect((await read()).maintenance.sentence).toBe(own)
      await granted(comment(admin, post._id))
    })
  })
})
