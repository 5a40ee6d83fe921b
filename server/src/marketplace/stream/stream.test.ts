import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { publish, topicsOf } from '../../platform/events/publish.ts'
import { inTransaction } from '../../platform/operation/transact.ts'
import { mismatch } from '../../platform/operation/validate.ts'
import * as chat from '../../testing/chat.ts'
import { newRoom } from '../../testing/chat.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { openApp } from '../../testing/world.ts'
import { messageNew } from '../chat/events.ts'

/** A lock in this database: the server shows those of the others, too. */
const isOurs = sql`database = (select oid from pg_database where datname = current_database())`

const decoder = new TextDecoder()
let origin = ''
let stop: () => Promise<void>

beforeAll(async () => {
  // A server of its own: the shared one is only ever injected into.
  const { host } = await world()
  const app = await host.makeApp()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  stop = () => app.close()
})
afterAll(() => stop())

/** Opens the stream of a person over HTTP. */
async function open(token: string, lastEventId?: string, at = origin) {
  const leave = new AbortController()
  const response = await fetch(`${at}/api/v1/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leave.signal,
  })
  const reader = response.body?.getReader()
  let text = ''
  return {
    response,
    /** Reads until the pattern has come, or the end. */
    async until(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(text)
        if (found) return found
        const part = await reader?.read()
        if (!part || part.done) throw new Error(`the stream ended without ${pattern}: ${text}`)
        text += decoder.decode(part.value, { stream: true })
      }
    },
    async rest(): Promise<string> {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += decoder.decode(part.value, { stream: true })
      return text
    },
    leave: () => leave.abort(),
  }
}

async function send(recipientId: string, data: object): Promise<void> {
  const { host, clock } = await world()
  await inTransaction(host.services, async ({ db, topics }) => {
    const event = { realm: 'marketplace', recipientId, type: 'test.happened', data } as const
    await publish(db, [event], clock.now())
    topics.push(...topicsOf([event]))
  })
}

describe('the stream', () => {
  test('brings an event as it happens, and nobody else’s', async () => {
    const [person, stranger] = [await newMember(), await newMember()]
    const stream = await open(person.token)
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
    await stream.until(/: connected/)
    await send(stranger.id, { secret: 'not yours' })
    await send(person.id, { n: 1 })
    const [frame] = await stream.until(/id: \d+\nevent: test\.happened\ndata: .*\n\n/)
    expect(frame).toContain('data: {"n":1}')
    stream.leave()
  })

  test('Last-Event-ID brings what was missed, in order and once', async () => {
    const person = await newMember()
    const first = await open(person.token)
    await first.until(/: connected/)
    await send(person.id, { n: 1 })
    const [, id = ''] = await first.until(/id: (\d+)\nevent: test\.happened\n.*\n\n/)
    first.leave()
    await send(person.id, { n: 2 })
    await send(person.id, { n: 3 })
    const second = await open(person.token, id)
    const [missed] = await second.until(/[\s\S]*"n":3.*\n\n/)
    expect([...missed.matchAll(/"n":(\d)/g)].map(([, n]) => n)).toEqual(['2', '3'])
    second.leave()
  })

  test('brings everybody a broadcast, also who was away for a moment', async () => {
    const admin = await newStaff('administrator')
    const [present, away] = [await newMember(), await newMember()]
    const stream = await open(present.token)
    const gone = await open(away.token)
    for (const each of [stream, gone]) await each.until(/connected/)
    await send(away.id, { n: 1 })
    const [, id = ''] = await gone.until(/id: (\d+)\nevent: test\.happened\n.*\n\n/)
    gone.leave()
    const { body } = await call('POST', '/api/v1/notification-mgt/broadcast/manual', {
      as: admin,
      body: {
        sendTutorial: false,
        sendBreakingNews: true,
        breakingNews: { title: 'Town news', message: 'The market opens early.' },
      },
    })
    await send(away.id, { n: 2 })
    const created = `event: notification.created\ndata: {"_id":"${body.data._id}"}\n\n`
    await stream.until(new RegExp(created))
    stream.leave()
    const back = await open(away.token, id)
    const [missed] = await back.until(/[\s\S]*"n":2.*\n\n/)
    expect(missed).toContain(created)
    expect(missed).not.toContain('"n":1')
    back.leave()
  })

  test('lets nothing overtake an event for everybody', async () => {
    const person = await newMember()
    const { host, clock } = await world()
    const { db } = host.services
    const stream = await open(person.token)
    await stream.until(/connected/)
    const { sending } = await inTransaction(host.services, async ({ db: inner, topics }) => {
      const event = { realm: 'marketplace', recipientId: null, type: 'test.first', data: {} } as const
      await publish(inner, [event], clock.now())
      topics.push(...topicsOf([event]))
      const sending = send(person.id, {})
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from pg_locks where locktype = 'advisory' and not granted and ${isOurs}`.execute(db)
        return rows.length > 0
      })
      return { sending }
    })
    await sending
    expect((await stream.until(/[\s\S]*test\.happened/))[0]).toContain('test.first')
    stream.leave()
  })

  test('brings who comes back nothing of a message that was deleted or hidden meanwhile', async () => {
    const { a, b, id } = await newRoom()
    const stream = await open(b.token)
    await stream.until(/: connected/)
    await send(b.id, { n: 1 })
    const [, seen = ''] = await stream.until(/id: (\d+)\nevent: test\.happened\n.*\n\n/)
    stream.leave()
    const write = async (text: string) => (await chat.send(a, id, text)).body.data._id
    const [kept, deleted, hidden] = [await write('a chair'), await write('a lamp'), await write('a table')]
    const remove = (as: TestPerson, messageId: string, scope: string) =>
      granted(call('DELETE', `/api/v1/chat-mgt/delete-message/${messageId}`, { as, query: { scope } }))
    await remove(a, deleted, 'everyone')
    await remove(b, hidden, 'me')
    await send(b.id, { n: 2 })
    const back = await open(b.token, seen)
    const [missed] = await back.until(/[\s\S]*"n":2.*\n\n/)
    const told = [...missed.matchAll(/event: message\.new\ndata: (.*)\n/g)].map(([, json = '']) =>
      JSON.parse(json),
    )
    expect(told.map(({ _id }) => _id)).toEqual([kept, deleted])
    for (const record of told) expect(mismatch(messageNew.data, record)).toBeUndefined()
    expect(told[0]).toMatchObject({ messageText: 'a chair', is_deleted: false })
    expect(told[1]).toMatchObject({ is_deleted: true })
    expect(missed).not.toMatch(/a lamp|a table/)
    back.leave()
  })

  test('an id that cannot be known asks the app to load anew', async () => {
    const person = await newMember()
    for (const id of ['nonsense', '999999999999']) {
      const stream = await open(person.token, id)
      expect((await stream.until(/event: (\w+)/))[1]).toBe('resync')
      stream.leave()
    }
  })

  test('ends when the session does', async () => {
    const person = await newMember()
    const stream = await open(person.token)
    await stream.until(/: connected/)
    await call('POST', '/api/v1/usr-mgt/logout', { as: person, body: {} })
    expect(await stream.rest()).not.toContain('test.happened')
  })

  test('has places of its own, and one too many is asked to come back', async () => {
    const app = await openApp({ mostStreams: 2 })
    onTestFinished(() => app.close())
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const person = await newMember()
    const [first, second] = [
      await open(person.token, undefined, address),
      await open(person.token, undefined, address),
    ]
    for (const each of [first, second]) await each.until(/connected/)
    const refused = await call('GET', '/api/v1/stream', { as: await newMember(), app })
    expectProblem(refused, 503, 'OVERLOADED')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1)
    expect((await call('GET', '/api/v1/category-mgt/get', { app })).status).toBe(200)
    first.leave()
    const third = await eventually(async () => {
      const stream = await open(person.token, undefined, address)
      return stream.response.ok && stream
    })
    await third.until(/connected/)
    for (const each of [second, third]) each.leave()
  })

  test('keeps no place for somebody who leaves before it begins', async () => {
    const app = await openApp({ mostStreams: 1 })
    onTestFinished(() => app.close())
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const [hasty, patient] = [await newMember(), await newMember()]
    const { db } = (await world()).host.services
    await db.transaction().execute(async (held) => {
      await sql`lock table platform.session in access exclusive mode`.execute(held)
      const leaving = new AbortController()
      const asked = fetch(`${address}/api/v1/stream`, {
        headers: { authorization: `Bearer ${hasty.token}` },
        signal: leaving.signal,
      })
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_locks
          where relation = 'platform.session'::regclass and not granted and ${isOurs}`.execute(db)
        return rows.length > 0
      })
      leaving.abort()
      await expect(asked).rejects.toThrow()
      await eventually(async () => (await promisify(app.server.getConnections).call(app.server)) === 0)
    })
    const stream = await eventually(async () => {
      const opened = await open(patient.token, undefined, address)
      return opened.response.ok && opened
    })
    await stream.until(/connected/)
    stream.leave()
  })

  test('of one person are so many, and the oldest makes way', async () => {
    const person = await newMember()
    const streams = []
    for (let n = 0; n < 25; n += 1) {
      const stream = await open(person.token)
      await stream.until(/connected/)
      streams.push(stream)
    }
    const [oldest, ...others] = streams
    expect(await oldest?.rest()).toContain('connected')
    await send(person.id, { n: 1 })
    for (const each of others) {
      await each.until(/test\.happened/)
      each.leave()
    }
  })

  test('needs a sign-in', async () => {
    expect((await call('GET', '/api/v1/stream')).status).toBe(401)
  })
})
