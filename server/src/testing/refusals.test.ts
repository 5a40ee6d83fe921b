import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { TObject, TSchema } from 'typebox'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'

import { openGates } from '../platform/http/admission.ts'
import { amongSignIns, hashPassword } from '../platform/identity/passwords.ts'
import { newId } from '../platform/ids.ts'
import { bodyLimitOf, bodySchemaOf, needsBytes } from '../platform/operation/body.ts'
import { querySchemaOf } from '../platform/operation/input.ts'
import { ownLimitsOf } from '../platform/operation/operation.ts'
import { type Registered, runsOf, takesKey } from '../platform/operation/registry.ts'
import { validate } from '../platform/operation/validate.ts'
import type { Arranged } from './arranged.ts'
import { addressOf, answering, arrange, nothingFor, operationNamed, perform } from './arrangements.ts'
import { type Cast, callerFor, newCast } from './cast.ts'
import { administer, inDatabase } from './global-setup.ts'
import { idPathsOf } from './ids.ts'
import { type Answer, call, eventually, expectProblem, newAddress, world } from './kit.ts'
import { withoutDatabase } from './outcomes.ts'
import { postponeJobs, rowsOfAllTables } from './rows.ts'
import { goodValueOf } from './values.ts'
import { openApp } from './world.ts'

/** What the kernel answers in the place of an operation, asked of every operation that it stands before. */

const operations = allOperations()
let cast: Cast
/** A call of each operation that would succeed, for tests in which it never comes to that. */
const ways = new Map<Registered, Arranged>()

beforeAll(async () => {
  cast = await newCast()
  for (const registered of operations) ways.set(registered, await newWay(registered))
}, minutes(5))

async function newWay(registered: Registered, among = cast): Promise<Arranged> {
  const [way] = await arrange(registered, among)
  return way ?? { as: among[registered.module.product === 'wellness' ? 'user' : 'member'] }
}

const wayOf = (registered: Registered): Arranged => ways.get(registered) ?? {}

async function open(options: Parameters<typeof openApp>[0]): Promise<FastifyInstance> {
  const app = await openApp(options)
  onTestFinished(() => app.close())
  return app
}

const atOnce = 50
/** Where those call from who have not signed in and share a limit. */
const crowd = newAddress()
const pathOf = ({ path }: Registered) => path.replace(/\{\w+\}/g, () => newId())

describe('input that cannot be read', () => {
  test('a key of the wrong form, an id that is none', async () => {
    for (const registered of operations) {
      const { method } = registered.operation
      const headers = { 'idempotency-key': 'not a key' }
      const as = callerFor(registered, cast)
      const nothing = nothingFor(registered.operation)
      const answer = await call(method, pathOf(registered), {
        as,
        ...nothing,
        headers: { ...nothing.headers, ...headers },
      })
      if (registered.operation.access.verifier) {
        // What these headers mean to somebody else is nothing to us.
        expectProblem(answer, 401, 'SIGNATURE_INVALID')
        expect((await perform(registered, { ...(await wayOf(registered)), headers })).status).toBeLessThan(
          300,
        )
        continue
      }
      expectProblem(answer, 400, 'VALIDATION_FAILED', 'headers.idempotency-key')
      const way = wayOf(registered)
      const { params } = registered.operation
      const none = Object.fromEntries(Object.keys(params?.properties ?? {}).map((name) => [name, 'No id!']))
      if (params && validate(params, 'params', { ...none }).length > 0)
        expectProblem(await perform(registered, { ...way, params: none }), 400, 'INVALID_ID')
    }
  })

  /** Their 404 is about something else than the ids that each call of them names. */
  const ofOtherThings = ['getModelsByMake', 'createPurchaseListing', 'createPreSignedUrl']

  test('an id that nobody has', async () => {
    const answered: string[] = []
    // Whoever arranges everything once more has more of some things than one may have.
    const others = await newCast()
    for (const registered of operations.filter(({ id }) => !ofOtherThings.includes(id))) {
      const { problems = [] } = registered.operation
      const paths = idPathsOf(registered.operation).filter((path) => /^\w+\.\w+$/.test(path))
      if (paths.length === 0 || !problems.some(({ status }) => status === 404)) continue
      const statuses: number[] = []
      for (const path of paths) {
        const way = await newWay(registered, others)
        const [part, name] = path.split('.') as ['params' | 'query' | 'body', string]
        const { status } = await perform(registered, { ...way, [part]: { ...way[part], [name]: newId() } })
        statuses.push(status)
      }
      if (!statuses.includes(404)) answered.push(`${registered.id} ${statuses}`)
    }
    expect(answered).toEqual([])
  })

  test('a number in the address that is beyond all numbers', async () => {
    let asked = 0
    for (const registered of operations) {
      const query = querySchemaOf(registered.operation) as TObject | undefined
      const fields: [string, { type?: string }][] = Object.entries(query?.properties ?? {})
      for (const [name, schema] of fields) {
        if (!['number', 'integer'].includes(schema.type ?? '')) continue
        const way = wayOf(registered)
        for (const beyond of ['1e309', '-1e309']) {
          const answer = await perform(registered, { ...way, query: { ...way.query, [name]: beyond } })
          expectProblem(answer, 400, 'VALIDATION_FAILED', `query.${name}`)
          asked += 1
        }
      }
    }
    expect(asked).toBeGreaterThan(100)
  })

  test('a cursor that belongs to no list', async () => {
    for (const registered of operations.filter(({ operation }) => operation.paged)) {
      const way = wayOf(registered)
      const answer = await perform(registered, { ...way, query: { ...way.query, cursor: 'bm90.bWluZQ' } })
      expectProblem(answer, 400, 'CURSOR_INVALID')
    }
  })

  test('a body that is nothing, or not the object that is declared', async () => {
    const ofFields = operations.filter(({ operation }) => bodySchemaOf(operation) && !needsBytes(operation))
    expect(ofFields.length).toBeGreaterThan(40)
    for (const registered of ofFields)
      for (const payload of ['null', '[]', '"text"', '1', 'false']) {
        const { as, headers } = wayOf(registered)
        const sent = { as, headers: { ...headers, 'content-type': 'application/json' }, payload }
        const answer = await call(registered.operation.method, addressOf(registered, wayOf(registered)), sent)
        expect([registered.id, payload, answer.status]).toEqual([registered.id, payload, 400])
        expectProblem(answer, 400, 'VALIDATION_FAILED', 'body')
      }
  })

  test('a body that is not JSON, not declared as JSON, or too large', async () => {
    const { app, clock } = await world()
    for (const registered of operations.filter(({ operation: { body } }) => body && !('raw' in body))) {
      const { method } = registered.operation
      const tooLarge = `"${'a'.repeat(bodyLimitOf(registered.operation) ?? 262_144)}"`
      const { signer } = registered.operation.access.verifier ? await wayOf(registered) : {}
      const send = async (payload: string, type = 'application/json') => {
        const signed = await signer?.sign(Buffer.from(payload), clock.now())
        const headers = { ...signed?.headers, 'content-type': type }
        const url = pathOf(registered)
        const { statusCode, body } = await app.inject({ method: method as 'POST', url, headers, payload })
        return [registered.id, statusCode, JSON.parse(body).error.code]
      }
      expect(await send('{"a":')).toEqual([registered.id, 400, 'MALFORMED_REQUEST'])
      expect(await send('a=b', 'text/plain')).toEqual([registered.id, 415, 'UNSUPPORTED_MEDIA_TYPE'])
      expect(await send(tooLarge)).toEqual([registered.id, 413, 'PAYLOAD_TOO_LARGE'])
    }
  })
})

describe('a version that is not the one somebody read', () => {
  test('is not written over', async () => {
    const versioned = operations.filter(({ operation }) => operation.versioned)
    expect(versioned.length).toBeGreaterThan(10)
    for (const registered of versioned) {
      const way = await newWay(registered)
      const stale = { ...way, headers: { ...way.headers, 'if-match': '"999999"' } }
      expectProblem(await perform(registered, stale), 412, 'VERSION_CONFLICT')
      // The same of the right version: nothing has become of the first.
      expect((await perform(registered, way)).status, registered.id).toBeLessThan(300)
    }
  })
})

describe('a reply that is known already', () => {
  test('is not sent again', async () => {
    for (const registered of operations.filter(({ operation }) => 304 in operation.replies)) {
      const way = wayOf(registered)
      const { headers } = await perform(registered, way)
      const again = { ...way, headers: { 'if-none-match': String(headers.etag) } }
      const { status, text } = await perform(registered, again)
      expect([registered.id, status, text]).toEqual([registered.id, 304, ''])
    }
  })
})

describe('a key', () => {
  const isInSteps = ({ operation }: Registered) => runsOf(operation) === 'steps'
  const keyed = answering(operations).filter(({ operation }) => takesKey(operation))

  const firsts = new Map<Registered, { way: Arranged; answer: Answer; other: Arranged | undefined }>()
  let rows: Record<string, string>

  beforeAll(async () => {
    for (const registered of keyed) {
      const bare = await newWay(registered)
      // Of somebody unknown it is the device's, which is the same again below; the network is another each time.
      const way = { ...bare, headers: { ...bare.headers, 'idempotency-key': newId(), deviceid: newId() } }
      const answer = await perform(registered, way)
      firsts.set(registered, { way, answer, other: otherThan(way, await newWay(registered), registered) })
    }
    await postponeJobs()
    rows = await rowsOfAllTables()
  }, minutes(5))

  test.each(
    keyed.map((registered) => [`${registered.module.product} ${registered.id}`, registered] as const),
  )('of %s brings the first answer back, and fits no other request', async (_, registered) => {
    const first = firsts.get(registered)
    if (!first) throw new Error(`${registered.id} was not asked`)
    const { way, answer, other } = first
    expect(answer.status, answer.text).toBeLessThan(300)
    const again = await perform(registered, way)
    expect([again.status, again.text]).toEqual([answer.status, answer.text])
    expect(again.headers['idempotency-replayed']).toBe('true')
    if (other) expectProblem(await perform(registered, other), 422, 'IDEMPOTENCY_KEY_REUSED')
    expect(await rowsOfAllTables()).toEqual(rows)
  })

  // What is only read, or comes out the same again, would be a copy for nothing.
  test.each(['getMessages', 'findFriends', 'recordViews'])('of %s keeps no answer', async (id) => {
    const registered = operationNamed('marketplace', id)
    const bare = await newWay(registered)
    const key = newId()
    for (let time = 0; time < 2; time += 1) {
      const answer = await perform(registered, {
        ...bare,
        headers: { ...bare.headers, 'idempotency-key': key },
      })
      expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
    }
    const { rows } = await sql`select 1 from platform.idempotency where key = ${key}`.execute(
      (await world()).host.services.db,
    )
    expect(rows).toEqual([])
  })

  test('of somebody unknown is their device’s, or their network’s where none is named', async () => {
    const unknown = keyed.filter((registered) => firsts.get(registered)?.way.as === undefined)
    expect(unknown.length).toBeGreaterThan(0)
    for (const registered of unknown) {
      const [home, elsewhere, phone, tablet] = [newAddress(), newAddress(), newId(), newId()]
      const ask = async (way: Arranged, from: string, deviceid?: string) => {
        const headers = { ...way.headers, requestid: '1', ...(deviceid === undefined ? {} : { deviceid }) }
        const { method } = registered.operation
        const answer = await call(method, addressOf(registered, way), { ...way, from, headers })
        return [answer.status < 300, answer.headers['idempotency-replayed'] === 'true', answer.text] as const
      }
      const ways = await Promise.all([1, 2, 3, 4].map(() => newWay(registered)))
      const [mine = {}, hers = {}, his = {}, theirs = {}] = ways
      const first = await ask(mine, home, phone)
      for (const answer of [
        first,
        await ask(hers, home, tablet),
        await ask(his, home),
        await ask(theirs, elsewhere),
      ])
        expect([registered.id, ...answer.slice(0, 2)]).toEqual([registered.id, true, false])
      expect(await ask(mine, elsewhere, phone)).toEqual([true, true, first[2]])
      const spoken = { ...mine, headers: { ...mine.headers, language: 'de', 'x-app': '2' } }
      expect(await ask(spoken, home, phone)).toEqual([true, true, first[2]])
      expect((await ask(theirs, home, phone))[0]).toBe(false)
    }
  })

  test('that is required is asked for', async () => {
    for (const registered of operations.filter(({ operation }) => operation.idempotency === 'required')) {
      const way = wayOf(registered)
      const answer = await call(registered.operation.method, addressOf(registered, way), way)
      expectProblem(answer, 400, 'IDEMPOTENCY_KEY_REQUIRED')
    }
  })

  test('whose first request still runs is not taken twice', async () => {
    const { db } = (await world()).host.services
    const hurried = await open({ connectionString: await databaseWith('lock_timeout=20') })
    for (const registered of keyed.filter((one) => !isInSteps(one))) {
      // A new one, since what the others do stays done.
      const way = { from: newAddress(), ...(await newWay(registered)) }
      const headers = { ...way.headers, 'idempotency-key': newId() }
      const ask = (app?: FastifyInstance) => perform(registered, { ...way, headers }, app)
      const { first } = await db.transaction().execute(async (held) => {
        // Keeps the first one from keeping its answer.
        await sql`lock table platform.idempotency in exclusive mode`.execute(held)
        const first = ask()
        await eventually(async () => {
          // By what it has taken its key with: recovery waits for the table as well, now and then.
          const { rows } = await sql`
            select 1 from pg_locks l where relation = 'platform.idempotency'::regclass and not granted
              and exists (select from pg_locks k where k.pid = l.pid and k.locktype = 'advisory' and k.granted)`.execute(
            db,
          )
          return rows.length > 0
        })
        expectProblem(await ask(hurried), 409, 'IDEMPOTENCY_IN_PROGRESS')
        return { first }
      })
      expect((await first).status, registered.id).toBeLessThan(300)
    }
  })

  test('whose steps another process is at is not taken twice', async () => {
    const { host } = await world()
    for (const registered of keyed.filter(isInSteps)) {
      const key = newId()
      const way = await newWay(registered)
      const ask = () => perform(registered, { ...way, headers: { ...way.headers, 'idempotency-key': key } })
      expect((await ask()).status).toBeLessThan(300)
      await sql`
        update platform.idempotency set status = null, input = '', holder = ${newId()}, lease_until = now() + interval '1 minute',
          next_try_at = now() + interval '1 minute' where key = ${key}`.execute(host.services.db)
      expectProblem(await ask(), 409, 'IDEMPOTENCY_IN_PROGRESS')
      await sql`delete from platform.idempotency where key = ${key}`.execute(host.services.db)
    }
  })
})

/** The world's database, with a setting of its own. */
async function databaseWith(setting: string): Promise<string> {
  const { connectionString } = await world()
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c ${setting}`)}`
}

/** The key with an input that differs from the first; undefined where there is no input at all. */
function otherThan(way: Arranged, second: Arranged, { operation }: Registered): Arranged | undefined {
  const inputOf = ({ params, query, body }: Arranged) => JSON.stringify([params, query, body])
  if (inputOf(way) !== inputOf(second)) return { ...second, headers: { ...second.headers, ...way.headers } }
  for (const [part, schema] of [
    ['query', querySchemaOf(operation)],
    ['body', bodySchemaOf(operation)],
  ] as const) {
    const value = schema && validValueOf(schema, part, way[part] ?? {})
    if (value) return { ...way, [part]: value }
  }
  return undefined
}

const validValueOf = (schema: TSchema, part: 'query' | 'body', known: object) =>
  fc
    .sample(goodValueOf(schema), { seed: 1, numRuns: 500 })
    .find(
      (value) =>
        validate(schema, part, value).length === 0 && JSON.stringify(value) !== JSON.stringify(known),
    )

describe('too many requests', () => {
  test('are refused by the general limits, whatever they ask', { timeout: minutes(5) }, async () => {
    const app = await open({ rateLimit: 'strict' })
    // The first of each caller uses the limit up: no stream, and nothing that ends the session.
    const lasting = answering(operations).filter(({ id }) => !/logout/i.test(id))
    for (const registered of new Set([...lasting, ...operations])) {
      const answer = await askUntilRefused(registered, app, 600)
      const [status, code] = refusalOf(registered)
      expectProblem(answer, status, code)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  const limited = operations.filter(({ operation }) => operation.limit)
  test.each(limited.map((registered) => [registered.id, registered] as const))(
    'are refused by the own limit of %s',
    async (_, registered) => {
      const app = await open({ rateLimit: 'default' })
      const most = Math.max(...ownLimitsOf(registered.operation).map(({ max }) => max))
      const answer = await askUntilRefused(registered, app, most)
      expectProblem(answer, 429, 'RATE_LIMITED')
    },
  )
})

describe('too many passwords to check', () => {
  const hashing = operations.filter(({ operation }) => operation.credentials?.hashesPassword)

  test('are refused at once, and nothing is lost', { timeout: minutes(5) }, async () => {
    const tried: [Registered, Arranged][] = []
    for (const registered of hashing) tried.push([registered, await newWay(registered)])
    let isOver = false
    const rush = Array.from({ length: 220 }, async () => {
      const from = newAddress()
      while (!isOver)
        await amongSignIns(from, () => hashPassword('noise')).catch(
          () => new Promise((resolve) => setImmediate(resolve)),
        )
    })
    try {
      for (const [registered, way] of tried)
        expectProblem(await perform(registered, way), 503, 'SIGN_IN_BUSY')
    } finally {
      isOver = true
      await Promise.all(rush)
    }
    for (const [registered, way] of tried) {
      const { status, text } = await perform(registered, way)
      expect(status, `${registered.id}: ${text}`).toBeLessThan(300)
    }
  })
})

/** Those who deliver take a 4xx for a no, and a 503 for later. */
const refusalOf = ({ operation }: Registered): [number, string] =>
  operation.access.verifier ? [503, 'OVERLOADED'] : [429, 'RATE_LIMITED']

/** Asks for nothing that is allowed until told to wait. */
async function askUntilRefused(registered: Registered, app: FastifyInstance, max: number): Promise<Answer> {
  const { method } = registered.operation
  const as = callerFor(registered, cast)
  const nothing = nothingFor(registered.operation, [])
  const ask = () => call(method, pathOf(registered), { as, from: crowd, app, ...nothing })
  for (let sent = 0; ; sent += atOnce) {
    const answers = await Promise.all(Array.from({ length: sent === 0 ? 1 : atOnce }, ask))
    const [answer] = answers.filter(({ status }) => status === refusalOf(registered)[0])
    if (answer) return answer
    if (sent > max) throw new Error(`${registered.id} never refuses`)
  }
}

describe('a server in trouble', () => {
  /** These ask nobody. */
  const asking = operations.filter(({ id }) => !withoutDatabase.includes(id))
  const [first] = operations.filter(({ id }) => id === 'getCategories')

  async function expectEverywhere(of: Registered[], app: FastifyInstance, status: number, code: string) {
    for (const registered of of)
      expectFailure(registered, await perform(registered, wayOf(registered), app), status, code)
  }

  function expectFailure({ id, operation }: Registered, answer: Answer, status: number, code: string) {
    const isEnvelope = answer.body.error !== undefined
    expect([id, answer.status]).toEqual([id, status])
    if (isEnvelope || !operation.onFailure) expect(answer.body.error.code).toBe(code)
  }

  test('says so and nothing else when an operation fails', async () => {
    const empty = `${inject('template')}_empty_${process.pid}`
    await administer(inject('server'), `create database ${empty} template template0`)
    const app = await open({ connectionString: inDatabase(inject('server'), empty) })
    await expectEverywhere(asking, app, 500, 'INTERNAL')
  })

  test('asks for patience while its database takes nothing in, as one that is replaced does', async () => {
    const app = await open({ connectionString: await databaseWith('default_transaction_read_only=on') })
    for (const registered of operations.filter(({ operation }) => takesKey(operation))) {
      const way = wayOf(registered)
      const headers = { ...way.headers, 'idempotency-key': newId() }
      const answer = await perform(registered, { ...way, headers }, app)
      expectProblem(answer, 503, 'DATABASE_UNAVAILABLE')
    }
  })

  test('asks for patience when it has no place', async () => {
    const app = await open({ gates: openGates(1, { read: 0, write: 0, patient: 0 }) })
    // Each is kept for a moment before it is refused.
    const answers = await Promise.all(
      operations.map((registered) => perform(registered, wayOf(registered), app)),
    )
    for (const [index, registered] of operations.entries())
      expectFailure(registered, answers[index] as Answer, 503, 'OVERLOADED')
  })

  test('asks for patience when its database is silent or gone', {
    timeout: minutes(5),
  }, async () => {
    const silent = createServer()
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    const sockets: { destroy(): void }[] = []
    silent.on('connection', (socket) => sockets.push(socket))
    const app = await open({ connectionString: `postgresql://nobody@127.0.0.1:${port}/none` })
    if (!first) throw new Error('there is no operation to wait in')
    const waiting = Array.from({ length: 50 }, () => perform(first, {}, app))
    await new Promise((resolve) => setImmediate(resolve))
    silent.close()
    for (const socket of sockets) socket.destroy()
    for (const answer of await Promise.all(waiting)) expectProblem(answer, 503, 'DATABASE_UNAVAILABLE')
    await expectEverywhere(asking, app, 503, 'DATABASE_UNAVAILABLE')
  })
})
