import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import type { Push } from '../../platform/push/port.ts'
import { webPush } from '../../platform/push/web-push.ts'
import type { Services } from '../../platform/services.ts'
import { block, newRoom, send } from '../../testing/chat.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, granted, later, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { type PushService, startPushService } from '../../testing/push-service.ts'
import { newDecision } from '../../testing/reports.ts'
import { jobsDone } from '../../testing/rows.ts'
import { sendPushes } from './push-jobs.ts'

let server: PushService
let push: Push

beforeAll(async () => {
  const { clock } = await world()
  server = await startPushService(clock)
  const key = { WEB_PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url') }
  push = await openProvider(webPush, { ...key, WEB_PUSH_SERVICES: server.url }, { clock })
})
afterAll(async () => {
  await closeProviders()
  await server.close()
})

/** The program with a push service of browsers. */
async function withBrowsers(): Promise<Services> {
  const { services } = (await world()).host
  return { ...services, providers: { ...services.providers, pushWeb: push } }
}

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16)

/** Has somebody's quiet hours be the hour before now and the hour after. */
async function keepQuiet(as: TestPerson): Promise<void> {
  const now = (await world()).clock.now().getTime()
  const quiet_hours = { enabled: true, start: timeOf(now - hours(1)), end: timeOf(now + hours(1)) }
  await granted(call('PUT', '/api/v1/notification-mgt/preferences', { as, body: { quiet_hours } }))
}

async function newBrowser(as: TestPerson): Promise<string> {
  const subscription = server.subscribe(push.publicKey ?? '')
  const body = { fcm_token: subscription, platform: 'WEB', device_id: newSecret() }
  await granted(call('PUT', '/api/v1/post-mgt/update-push-token', { as, body }))
  return subscription
}

interface PushRow {
  batch_id: string
  status: string
}

async function pushesOf({ id }: TestPerson): Promise<PushRow[]> {
  await jobsDone()
  const { rows } = await sql<PushRow>`
    select batch_id, status from marketplace.push where user_id = ${id} order by id`.execute(
    (await world()).host.services.db,
  )
  return rows
}

/** Sends what waits for the end of somebody's quiet hours. */
async function endQuiet(person: TestPerson): Promise<void> {
  const services = await withBrowsers()
  const [waiting] = await pushesOf(person)
  const batchId = waiting?.batch_id ?? ''
  await runNow(sendPushes, { batchId }, { services })
  await later(hours(1) + minutes(1), () => runNow(sendPushes, { batchId }, { services }))
}

test('what comes in quiet hours is shown when they are over, once, in every browser', async () => {
  const { a, b, id } = await newRoom()
  const browsers = [await newBrowser(b), await newBrowser(b)]
  await keepQuiet(b)
  await granted(send(a, id, 'Is it still there?'))
  expect(await pushesOf(b)).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
  for (const browser of browsers) expect(server.shown(browser)).toEqual([])
  await endQuiet(b)
  await endQuiet(b)
  for (const browser of browsers)
    expect(server.shown(browser)).toMatchObject([
      { title: 'Ada', body: 'Is it still there?', link: `chat_room/${id}` },
    ])
  expect(await pushesOf(b)).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
})

test('what was looked at meanwhile is not shown any more', async () => {
  const { a, b, id } = await newRoom()
  const browser = await newBrowser(b)
  await keepQuiet(b)
  await granted(send(a, id, 'Is it still there?'))
  expect(await pushesOf(b)).toHaveLength(1)
  await granted(call('POST', '/api/v1/chat-mgt/get-messages', { as: b, body: { chatroom_id: id } }))
  await endQuiet(b)
  expect(server.shown(browser)).toEqual([])
  expect(await pushesOf(b)).toMatchObject([{ status: 'gone' }])
})

test('what somebody did whose reach was limited meanwhile is not shown any more', async () => {
  const [follower, person] = [await newMember(), await newMember()]
  const browser = await newBrowser(person)
  await keepQuiet(person)
  const body = { user_id: person.id, follow: true }
  await granted(call('POST', '/api/v1/usr-mgt/follow', { as: follower, body }))
  expect(await pushesOf(person)).toHaveLength(1)
  await newDecision(follower, 'limit')
  await endQuiet(person)
  expect(server.shown(browser)).toEqual([])
  expect(await pushesOf(person)).toMatchObject([{ status: 'gone' }])
})

const meanwhile: Record<
  string,
  (stranger: TestPerson, roomId: string, reader: TestPerson) => Promise<unknown>
> = {
  'was suspended': (stranger) => newDecision(stranger, 'suspend'),
  'was blocked': (_, roomId, reader) => granted(block(reader, roomId, true)),
  'blocked its reader': (stranger, roomId) => granted(block(stranger, roomId, true)),
  'had their reach limited': (stranger) => newDecision(stranger, 'limit'),
}

test.each(Object.entries(meanwhile))(
  'what a stranger wrote who %s meanwhile is not shown',
  async (_, happens) => {
    const { a: stranger, b: reader, id } = await newRoom()
    const browser = await newBrowser(reader)
    await keepQuiet(reader)
    await granted(send(stranger, id, 'Pay me outside of here'))
    expect(await pushesOf(reader)).toHaveLength(1)
    await happens(stranger, id, reader)
    await endQuiet(reader)
    expect(server.shown(browser)).toEqual([])
    expect(await pushesOf(reader)).toMatchObject([{ status: 'gone' }])
  },
)

test('what a partner wrote is shown, also when their reach was limited meanwhile', async () => {
  const { a: partner, b: reader, id } = await newRoom()
  const browser = await newBrowser(reader)
  await keepQuiet(reader)
  await granted(send(reader, id, 'Is it still there?'))
  await granted(send(partner, id, 'It is'))
  await newDecision(partner, 'limit')
  await endQuiet(reader)
  expect(server.shown(browser)).toMatchObject([{ body: 'It is' }])
})

test('a browser that ended its subscription is forgotten, a busy service is asked again', async () => {
  const { a, b, id } = await newRoom()
  const [kept, gone] = [await newBrowser(b), await newBrowser(b)]
  server.unsubscribe(gone)
  await keepQuiet(b)
  await granted(send(a, id, 'Hello'))
  const [waiting] = await pushesOf(b)
  const batchId = waiting?.batch_id ?? ''
  const services = await withBrowsers()
  server.failNext({ status: 503 }, { status: 503 })
  await later(hours(1) + minutes(1), () => runNow(sendPushes, { batchId }, { services }))
  server.heal()
  await later(hours(2), () => runNow(sendPushes, { batchId }, { services }))
  expect(server.shown(kept)).toMatchObject([{ body: 'Hello' }])
  const { rows } = await sql<{ token: string }>`
    select token from marketplace.device_token where user_id = ${b.id}`.execute(services.db)
  expect(rows).toEqual([{ token: kept }])
})

test('a security notice does not wait', async () => {
  const { b } = await newRoom()
  const fcm_token = newSecret()
  await granted(
    call('PUT', '/api/v1/post-mgt/update-push-token', { as: b, body: { fcm_token, device_id: 'phone' } }),
  )
  await keepQuiet(b)
  const { email, password } = b
  await granted(call('POST', '/api/v1/usr-mgt/login', { body: { email, password, device_id: newSecret() } }))
  await jobsDone()
  const { db } = (await world()).host.services
  expect(await newestPushMessages(db, { limit: 5, token: fcm_token })).toMatchObject([
    { title: 'New sign-in' },
  ])
})
