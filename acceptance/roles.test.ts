import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { streamEvents } from '../client/stream.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { administer, inDatabase } from '../server/src/testing/global-setup.ts'
import { freePort, type Program, startProgram } from './program.ts'
import {
  dataOf,
  joinMarket,
  mailTo,
  makePicture,
  marketAt,
  mediaStatus,
  password,
  reachable,
  reservePicture,
  until,
} from './steps.ts'

/** Two web processes and a worker on one served database, as a town that grew would run them. */

const dataDir = newDataDir()
const running: Program[] = []
let settings: Record<string, string>

async function start(ROLE: 'web' | 'worker', more: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram(dataDir, { ...settings, ...more, ROLE })
  running.push(program)
  return program
}

beforeAll(async () => {
  const name = `${inject('template')}_roles`
  await administer(inject('server'), `create database ${name} template template0`)
  settings = { DATABASE_URL: inDatabase(inject('server'), name), PUBLIC_URL: 'http://town.example' }
})

afterAll(async () => {
  expect(await Promise.all(running.map((program) => program.stop()))).toEqual(running.map(() => 0))
})

test('what one process is asked, another does, and a third shows', async () => {
  // Started at once on nothing: they migrate in turn and agree on the secrets.
  const [here, there] = await Promise.all([start('web'), start('web')])
  const seller = await joinMarket(here, { name: 'Sella', email: 'sella@example.org' })
  const neighbour = await joinMarket(there, { name: 'Nabor', email: 'nabor@example.org' })
  const sellerThere = marketAt(there, seller.token)

  const bytes = await makePicture()
  const upload = await reservePicture(seller.client, bytes.length)
  const sent = await fetch(reachable(there, upload.url), {
    method: upload.method,
    headers: upload.headers as Record<string, string>,
    body: new Uint8Array(bytes),
  })
  expect(sent.status).toBe(200)
  await dataOf(marketplace.confirmMedia({ client: seller.client, body: { upload_id: upload.upload_id } }))
  expect(await mediaStatus(sellerThere, upload.upload_id)).toBe('processing')
  expect(await mailTo(there, 'sella@example.org')).toMatchObject({ status: 'queued' })

  const metricsPort = await freePort()
  await start('worker', { METRICS_PORT: String(metricsPort) })
  await until(async () => (await mediaStatus(sellerThere, upload.upload_id)) === 'ready')
  await until(async () => (await mailTo(there, 'sella@example.org'))?.status === 'sent')
  // A job is counted once all of it is over, which is a moment after its mail is sent.
  const counted = /plaza_job_duration_seconds_count\{[^}]*job="mail.deliver"[^}]*\} [1-9]/
  await until(async () => counted.test(await (await fetch(`http://127.0.0.1:${metricsPort}`)).text()))
  // Nor does another one with the same settings stay away because of its metrics.
  await start('worker', { METRICS_PORT: String(metricsPort) })
  expect((await fetch(reachable(there, upload.public_url ?? ''))).status).toBe(200)

  const { data: room } = await dataOf(
    marketplace.createChatroom({ client: neighbour.client, body: { user_id: seller.id } }),
  )
  const leaving = new AbortController()
  const events = streamEvents({
    url: `${here.baseUrl}/api/v1/stream`,
    accessToken: seller.token,
    lastEventId: '0',
    signal: leaving.signal,
  })
  const say = (messageText: string) =>
    dataOf(
      marketplace.sendMessage({ client: neighbour.client, body: { chatroom_id: room._id, messageText } }),
    )
  const nextMessage = async () => {
    for (;;) {
      const { value, done } = await events.next()
      if (done) throw new Error('the stream ended')
      if (value.type === 'message.new') return value
    }
  }
  await say('Hello?')
  await nextMessage()
  // A stream that nobody wakes looks at its heartbeat, every 25 seconds: ten such would outlast the test.
  for (let n = 1; n <= 10; n += 1) {
    await say(`Question ${n}`)
    expect(JSON.stringify((await nextMessage()).data)).toContain(`Question ${n}`)
  }
  leaving.abort()
})

test('a password is kept as its argon2id, for the work that OWASP asks for', async () => {
  const program = running[0] ?? (await start('web'))
  const { id } = await joinMarket(program, { name: 'Ada', email: 'ada@example.org' })
  const asked = `select password_hash from marketplace.users where id = '${id}'`
  const { rows } = await administer(settings.DATABASE_URL ?? '', asked)
  const [, prefix, salt = '', hash] = /^(.*)\$(.*)\$(.*)$/.exec(rows[0].password_hash) ?? []
  expect(prefix).toBe('$argon2id$v=19$m=19456,t=2,p=1')
  const work = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const expected = argon2Sync('argon2id', { message: password, nonce: Buffer.from(salt, 'base64'), ...work })
  expect(hash).toBe(expected.toString('base64').replace(/=+$/, ''))
})
