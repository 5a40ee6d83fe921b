import { spawn } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '../../testing/bundle.ts'
import { type ChargeServer, startChargeServer } from '../../testing/charge-server.ts'
import { watchChild } from '../../testing/child.ts'
import { eventually, world } from '../../testing/kit.ts'
import { pointsOfPurchase, pointsOfUndoing, purchaseOperations } from '../../testing/test-steps.ts'
import { minutes } from '../clock.ts'
import { newId, newSecret } from '../ids.ts'
import type { Services } from '../services.ts'
import { execute, unlimited } from './execute.ts'
import type { Registered } from './registry.ts'
import { nameOf, startRecovery } from './steps.ts'

/** A purchase in steps, killed and failed at every point; the provider counts what it did. */

// A lease as in use, so that a busy machine is no lost one; what looks for ended ones does so all the time.
const steps = { leaseSeconds: 20, recoverySeconds: 0.1, mostTries: 3 }
let provider: ChargeServer
let services: Services
let connectionString: string
let victim: string

beforeAll(async () => {
  provider = await startChargeServer()
  victim = await bundle(path.join(import.meta.dirname, '../../testing/steps-victim.ts'))
  const { host, connectionString: own } = await world()
  connectionString = own
  services = { ...host.services, settings: { ...host.services.settings, steps } }
  await sql`create schema test_steps`.execute(services.db)
  await sql`
    create table test_steps.purchase (id text primary key, state text not null, charge text,
      settlings int not null default 0, undoings int not null default 0)`.execute(services.db)
})
afterAll(async () => {
  await sql`drop schema test_steps cascade`.execute(services.db)
  await provider.close()
})

interface Purchase {
  order: string
  amount: number
  provider: string
  point?: number
  signal?: 'SIGKILL' | 'SIGSTOP'
  isRefused?: true
}

const newPurchase = (more: Partial<Purchase> = {}): Purchase => ({
  order: newId(),
  amount: 5,
  provider: provider.url,
  ...more,
})

const only = ([operation]: Registered[]): Registered => {
  if (!operation) throw new Error('there is no operation')
  return operation
}
const purchase = only(purchaseOperations())

function buy(body: Purchase, key: string | undefined = body.order, own = services) {
  const request = {
    id: newId(),
    ip: '127.0.0.1',
    userAgent: '',
    deviceId: undefined,
    key,
    lastEventId: undefined,
    language: 'en' as const,
    endedSessionId: undefined,
  }
  const input = { params: {}, query: {}, body: { ...body }, headers: {}, token: undefined, request }
  return execute(purchase, input, own, () => unlimited)
}

const codeOf = (outcome: Awaited<ReturnType<typeof buy>>) =>
  (outcome.body as { error?: { code: string } }).error?.code

async function rowOf({ order }: Purchase) {
  const { rows } = await sql<{ state: string; settlings: number; undoings: number; charge: string | null }>`
    select state, settlings, undoings, charge from test_steps.purchase where id = ${order}`.execute(
    services.db,
  )
  return rows[0]
}

async function keyOf({ order }: Purchase) {
  const { rows } = await sql<{ status: number | null; failure: string | null; steps: number }>`
    select status, failure, (select count(*)::int from platform.step s where s.key = i.key) as steps
    from platform.idempotency i where key = ${order}`.execute(services.db)
  return rows[0]
}

/** How many charges stand that were made for a purchase, whatever their keys. */
const chargesOf = ({ order }: Purchase): number =>
  [...provider.charges.values()].filter((charged) => charged === order).length

describe('a request in steps', () => {
  test('is done once; a repeat gets its answer, another request with the key is refused', async () => {
    const body = newPurchase()
    const first = await buy(body)
    const again = await buy(body)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(again.headers['Idempotency-Replayed']).toBe('true')
    expect(codeOf(await buy({ ...body, amount: 6 }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await rowOf(body)).toMatchObject({ state: 'settled', settlings: 1 })
    expect(chargesOf(body)).toBe(1)
    expect(await keyOf(body)).toEqual({ status: 200, failure: null, steps: 0 })
  })

  test('needs no key', async () => {
    const body = newPurchase()
    expect((await buy(body, undefined)).status).toBe(200)
    expect(chargesOf(body)).toBe(1)
  })

  test('runs once when many send it at once; the others are told to wait', async () => {
    const body = newPurchase()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => buy(body)))
    for (const outcome of outcomes.filter(({ status }) => status !== 200)) {
      expect(codeOf(outcome)).toBe('IDEMPOTENCY_IN_PROGRESS')
      expect(outcome.headers['Retry-After']).toBe('1')
    }
    expect(outcomes.some(({ status }) => status === 200)).toBe(true)
    expect(await rowOf(body)).toMatchObject({ state: 'settled', settlings: 1 })
    expect(chargesOf(body)).toBe(1)
  })

  test('goes on where it stopped when it is sent again', async () => {
    const body = newPurchase()
    provider.troubles.push('down')
    expect((await buy(body)).status).toBe(500)
    expect(await rowOf(body)).toMatchObject({ state: 'reserved' })
    expect((await buy(body)).status).toBe(200)
    expect(await rowOf(body)).toMatchObject({ state: 'settled', settlings: 1 })
    expect(chargesOf(body)).toBe(1)
  })

  test('asks the provider before it repeats a call whose answer got lost', async () => {
    const body = newPurchase()
    provider.troubles.push('lost after')
    const { status, body: reply } = await buy(body)
    expect(status).toBe(200)
    const { chargeId } = (reply as { data: { chargeId: string } }).data
    expect(provider.posts.get(chargeId.slice(3))).toBe(1)
  })

  test('of which nothing has happened leaves its key free', async () => {
    const body = newPurchase({ amount: 950 })
    expect((await buy(body)).status).toBe(409)
    expect(await keyOf(body)).toBeUndefined()
    expect((await buy({ ...body, amount: 5 })).status).toBe(200)
  })

  test('that is refused half way takes back what it did, and keeps the refusal', async () => {
    const body = newPurchase()
    provider.troubles.push('declined')
    const refused = await buy(body)
    expect([refused.status, codeOf(refused)]).toEqual([402, 'DECLINED'])
    expect(await rowOf(body)).toMatchObject({ state: 'undone', undoings: 1 })
    expect(codeOf(await buy(body))).toBe('DECLINED')
    expect(await rowOf(body)).toMatchObject({ state: 'undone', undoings: 1 })
    expect(chargesOf(body)).toBe(0)
    expect(await keyOf(body)).toEqual({ status: 402, failure: null, steps: 0 })
  })

  test('that is refused once it is charged takes back the charge, too', async () => {
    const body = newPurchase({ isRefused: true })
    expect(codeOf(await buy(body))).toBe('TOO_FEW')
    await expectUndoneOnce(body)
  })

  test('that never succeeds is given up, taken back and listed', async () => {
    const body = newPurchase()
    provider.troubles.push(...Array.from({ length: 2 * steps.mostTries }, () => 'down' as const))
    // However often its sender repeats it.
    for (let sent = 0; sent < steps.mostTries; sent += 1) expect((await buy(body)).status).toBe(500)
    expect(await keyOf(body)).toMatchObject({ status: null })
    const stop = startRecovery(services, [purchase], services.log)
    await eventually(() => isDone(body)).finally(stop)
    expect(await rowOf(body)).toMatchObject({ state: 'undone', undoings: 1 })
    expect(chargesOf(body)).toBe(0)
    expect(await keyOf(body)).toMatchObject({ status: 500, failure: expect.stringContaining('500') })
  })
})

test('what recovery cannot open it tells of, and whoever can goes on with it', async () => {
  const body = newPurchase()
  provider.troubles.push('down')
  expect((await buy(body)).status).toBe(500)
  await endLease(body)
  const told: { key?: string; operation?: string }[] = []
  const log = pino({}, { write: (line: string) => void told.push(JSON.parse(line)) })
  const lost = { ...services, settings: { ...services.settings, signingSecret: newSecret() } }
  const stopLost = startRecovery(lost, [purchase], log)
  const isTold = async () => told.some(({ key }) => key === body.order)
  await eventually(isTold).finally(stopLost)
  expect(told[0]).toMatchObject({ key: body.order, operation: nameOf(purchase) })
  await endLease(body)
  const { signingSecret } = services.settings
  const settings = { ...lost.settings, formerSecrets: [signingSecret] }
  const stop = startRecovery({ ...services, settings }, [purchase], services.log)
  await eventually(() => isDone(body)).finally(stop)
  expect(await rowOf(body)).toMatchObject({ state: 'settled', settlings: 1 })
})

/** Sends a purchase from a process of its own, which dies or freezes at its point. */
function sendFromVictim(body: Purchase, leaseSeconds = steps.leaseSeconds) {
  const { signingSecret, formerSecrets } = services.settings
  const own = { signingSecret, formerSecrets, steps: { ...steps, leaseSeconds }, checksReplies: true }
  const settings = JSON.stringify(own)
  const args = [victim, connectionString, settings, body.order, JSON.stringify(body), '--dies']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text
  })
  const ended = watchChild(child, { name: `the victim of point ${body.point}`, printed: () => said })
  return { child, ended: async () => ({ ...(await ended('its start or thaw')), said }) }
}

/** The lease of a process that is dead runs out, without anybody waiting for it. */
const endLease = ({ order }: Purchase) =>
  sql`
    update platform.idempotency set lease_until = clock_timestamp(), next_try_at = clock_timestamp()
    where key = ${order}`.execute(services.db)

const isDone = async (body: Purchase) => {
  const { status } = (await keyOf(body)) ?? {}
  return status === null ? false : status
}

async function expectDoneOnce(body: Purchase): Promise<void> {
  expect(await eventually(() => isDone(body)), `killed at ${body.point}`).toBe(200)
  expect(await rowOf(body), `killed at ${body.point}`).toMatchObject({
    state: 'settled',
    settlings: 1,
    undoings: 0,
  })
  expect(chargesOf(body)).toBe(1)
}

async function expectUndoneOnce(body: Purchase): Promise<void> {
  expect(await eventually(() => isDone(body)), `killed at ${body.point}`).toBe(409)
  expect(await rowOf(body), `killed at ${body.point}`).toMatchObject({
    state: 'undone',
    settlings: 0,
    undoings: 1,
  })
  expect(chargesOf(body), `killed at ${body.point}`).toBe(0)
}

const rounds = 7
const roundsOfUndoing = 2
const atOnce = 3
/** Of those whose lease runs out by itself; a process that needs longer for a step loses it. */
const shortLeaseSeconds = 5

describe('a program that is killed between any two steps', { timeout: minutes(5) }, () => {
  test('leaves nothing open: another one finishes each request, with one effect outside', async () => {
    const stop = startRecovery(services, [purchase], services.log)
    const kills = Array.from({ length: rounds * pointsOfPurchase }, (_, n) => n % pointsOfPurchase)
    const lane = async () => {
      for (let point = kills.pop(); point !== undefined; point = kills.pop()) {
        const body = newPurchase({ point })
        const { signal, said } = await sendFromVictim(body).ended()
        expect([signal, said]).toEqual(['SIGKILL', ''])
        await endLease(body)
        await expectDoneOnce(body)
      }
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, lane))
    } finally {
      await stop()
    }
  })

  test('while one is taken back: another one takes back the rest, and nothing twice', async () => {
    const stop = startRecovery(services, [purchase], services.log)
    const bodies = pointsOfUndoing.flatMap((point) =>
      Array.from({ length: roundsOfUndoing }, () => newPurchase({ point, isRefused: true })),
    )
    try {
      for (const body of bodies) {
        const { signal } = await sendFromVictim(body).ended()
        expect(signal).toBe('SIGKILL')
        await endLease(body)
        await expectUndoneOnce(body)
      }
    } finally {
      await stop()
    }
  })

  test('finds at its start what it left, also with code that has a step more', async () => {
    const bodies = Array.from({ length: pointsOfPurchase }, (_, point) => newPurchase({ point }))
    await Promise.all(bodies.map((body) => sendFromVictim(body, shortLeaseSeconds).ended()))
    const stop = startRecovery(services, purchaseOperations({ audits: true }), services.log)
    try {
      await Promise.all(bodies.map(expectDoneOnce))
    } finally {
      await stop()
    }
  })
})

test('a process that froze, and thaws when another has finished, does nothing more', {
  timeout: minutes(5),
}, async () => {
  const bodies = Array.from({ length: pointsOfPurchase - 1 }, (_, point) =>
    newPurchase({ point, signal: 'SIGSTOP' }),
  )
  // In the transaction of a step it holds its row, and the other one would wait for it.
  const frozen = bodies
    .filter(({ point }) => point !== 1 && point !== 7)
    .map((body) => ({ body, ...sendFromVictim(body, shortLeaseSeconds) }))
  const stop = startRecovery(services, [purchase], services.log)
  try {
    for (const { body, child, ended } of frozen) {
      await expectDoneOnce(body)
      child.kill('SIGCONT')
      const { said } = await ended()
      expect(said, `thawed at ${body.point}`).toBe('409')
      await expectDoneOnce(body)
    }
  } finally {
    for (const { child } of frozen) child.kill('SIGKILL')
    await stop()
  }
})
