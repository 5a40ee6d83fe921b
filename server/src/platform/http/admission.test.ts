import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import {
  call,
  eventually,
  expectProblem,
  granted,
  newMember,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { closeWorld, openApp, worldWith } from '../../testing/world.ts'
import { user } from '../../wellness/access.ts'
import { wellness } from '../../wellness/module.ts'
import { seconds } from '../clock.ts'
import { operation } from '../operation/operation.ts'
import { register } from '../operation/registry.ts'
import { openGates, usualPlaces } from './admission.ts'

const many = usualPlaces.read

/** Does something while nobody can read the table; `letGo` ends that before its time. */
async function locking(table: string, work: (letGo: () => Promise<void>) => Promise<void>): Promise<void> {
  const { host } = await world()
  await host.services.db.connection().execute(async (db) => {
    await sql`begin`.execute(db)
    await sql`lock table ${sql.raw(table)} in access exclusive mode`.execute(db)
    const letGo = async () => {
      await sql`rollback`.execute(db)
    }
    await work(letGo).finally(letGo)
  })
}

test('a request too many is asked to come back, the server says that it lives, and goes on afterwards', async () => {
  const token = 'a token of those who watch'
  const variables = { METRICS_TOKEN: token, REQUEST_WAIT_MS: '100', DATABASE_SHARED_READ_MS: '15000' }
  const { app } = await worldWith({ variables })
  onTestFinished(closeWorld)
  const as = await newMember()
  const ask = () => call('GET', '/api/v1/notification-mgt/unread-count', { as })
  await locking('marketplace.notification', async (letGo) => {
    const held = Array.from({ length: many }, ask)
    const refused = await ask()
    expectProblem(refused, 503, 'OVERLOADED')
    expect(refused.headers['retry-after']).toBe('1')
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200)
    const watched = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    expect(watched.body).toContain('plaza_refusals_total{kind="read"} 1')
    await letGo()
    for (const answer of held) await granted(answer)
  })
  await granted(ask())
})

let looks = 0
afterEach(() => {
  looks = 0
})

const getSlowly = operation({
  source: 'only the tests register it',
  method: 'GET',
  path: '/slowly',
  summary: 'Read what somebody may have locked',
  access: user,
  replies: { 200: { message: 'Read', data: Type.Integer() } },

  async handle({ db }) {
    looks += 1
    return (await sql`select 1 from wellness.room_for_tests`.execute(db)).rows.length
  },
})

/** An app with one place for reads, and a table that only `getSlowly` reads. */
async function appWithOnePlace(mostReadMs: number) {
  const { connectionString, host } = await world()
  await sql`create table if not exists wellness.room_for_tests ()`.execute(host.services.db)
  const app = await openApp({
    connectionString,
    mostReadMs,
    gates: openGates(seconds(30), { ...usualPlaces, read: 1 }),
    operations: register({ ...wellness, nouns: { ...wellness.nouns, slow: { getSlowly } } }),
  })
  onTestFinished(() => app.close())
  const ask = (as: TestPerson) => call('GET', `${wellnessBase}/slowly`, { as, app })
  return { app, ask }
}

test('who waits gets in when somebody leaves, and nothing is read for who hung up meanwhile', async () => {
  const { app, ask } = await appWithOnePlace(10_000)
  const as = await newUser()
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  await locking('wellness.room_for_tests', async (letGo) => {
    const inside = ask(as)
    await eventually(async () => looks === 1)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET ${wellnessBase}/slowly HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${as.token}\r\n\r\n`,
    )
    const [request] = await once(app.server, 'request')
    const waiting = ask(as)
    socket.destroy()
    await once(request.socket, 'close')
    await letGo()
    expect((await inside).body.data).toBe(0)
    expect((await waiting).body.data).toBe(0)
  })
  expect(looks).toBe(2)
})

test('a read that takes long gives its place to others', async () => {
  const { app, ask } = await appWithOnePlace(100)
  const [slow, quick] = [await newUser(), await newUser()]
  await locking('wellness.room_for_tests', async (letGo) => {
    const inside = ask(slow)
    await eventually(async () => looks === 1)
    await granted(call('GET', `${wellnessBase}/notification/count`, { as: quick, app }))
    await letGo()
    expect((await inside).body.data).toBe(0)
  })
})
