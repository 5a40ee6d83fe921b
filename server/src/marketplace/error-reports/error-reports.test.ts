import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, later, newStaff, world } from '../../testing/kit.ts'
import { word } from '../../testing/posts.ts'
import { fingerprintOf } from './fingerprint.ts'
import { sweepErrorReports } from './jobs.ts'
import { scrubbedText } from './scrubbing.ts'

const path = '/api/v1/error-report/send'
const send = (overrides: object = {}) =>
  call('POST', path, {
    body: { message: 'Nothing works', platform: 'web', app_version: '2.4.1', ...overrides },
  })
const sent = async (overrides: object = {}) => (await granted(send(overrides))).body.data

/** A stack that no other test has, of a build. */
const stackOf = (place: string, build: string, line: number, host = 'https://plaza.example') =>
  `TypeError: nothing at ${line}\n    at ${place} (${host}/assets/index-${build}.js:1:${line})\n    at main (${host}/assets/vendor-${build}.js:2:${line + 7})`

async function groupOf(fingerprint: string) {
  const as = await newStaff('administrator')
  const { body } = await granted(call('GET', '/api/v1/error-report/groups', { as, query: { limit: 100 } }))
  const { _id } = body.data.find((one: { fingerprint: string }) => one.fingerprint === fingerprint)
  return (await granted(call('GET', `/api/v1/error-report/groups/${_id}`, { as }))).body.data
}

test('reports of one fault are one group, whatever build, host, line, person or sentence they are of', async () => {
  const place = word()
  const first = await sent({ stack: stackOf(place, 'B1xk29aZ', 4711), message: 'Cannot read 12' })
  const second = await sent({ stack: stackOf(place, 'Qz81-_kA', 12, 'capacitor://localhost') })
  expect(second).toMatchObject({ fingerprint: first.fingerprint, times_seen: 2 })
  expect(second.error_id).not.toBe(first.error_id)
  const other = await sent({ stack: stackOf(word(), 'B1xk29aZ', 4711) })
  expect(other).toMatchObject({ times_seen: 1 })
  expect(other.fingerprint).not.toBe(first.fingerprint)
  const group = await groupOf(first.fingerprint)
  expect(group).toMatchObject({ times_seen: 2, message: 'Nothing works', level: 'error', platform: 'web' })
  expect(group.reports.map((one: { _id: string }) => one._id)).toEqual([second.error_id, first.error_id])
})

test('without a stack the sentence says which fault it is, but for its names and numbers', () => {
  const [name, other] = [word(), word()]
  const of = (message: string) => fingerprintOf({ message })
  expect(of(`Listing 12 of “${name}” at /home/ada/a.ts:3:4 is gone`)).toBe(
    of(`Listing 4711 of "${other}" at C:\\Users\\ben\\a.ts:10:2 is gone`),
  )
  expect(of(`No ${name}`)).not.toBe(of(`No ${other}`))
})

describe('what must not be kept', () => {
  const [header, payload] = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0']
  test.each([
    ['an address', 'no user ada.lovelace+test@example.org', 'ada.lovelace'],
    ['an address in a link', 'GET /find?q=ada%40example.org failed', 'ada'],
    ['an address with umlauts', 'to jürgen@müller.example', 'jürgen'],
    ['a password', 'login {"email":"x","password":"correct \\"horse\\" battery"}', 'battery'],
    ['a password in JSON within JSON', '{\\"newPassword\\":\\"hunter2\\",\\"a\\":1}', 'hunter2'],
    ['a token in a link', 'https://plaza.example/a?access_token=s3cretvalue&page=2', 's3cretvalue'],
    ['a bearer', 'Bearer abc.def-ghi was refused', 'abc.def'],
    ['cookies', 'cookie: a=first; b=second', 'second'],
    ['a web token', `got ${header}.${payload}.abc`, payload],
    ['who signs in by an address', 'fetch https://ada:geheim@plaza.example/a', 'geheim'],
    ['a card', 'card 4242 4242 4242 4242 was refused', '4242'],
    ['a card with hyphens', 'card=4242-4242-4242-4242', '4242'],
    ['an account', 'pay to DE89 3704 0044 0532 0130 00', '3704'],
    ['a key of a provider', 'sk_live_51HabcdefGHIJKL failed', '51Habc'],
    ['a token of no known form', 'got n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg', 'n4bQ'],
    ['a code', 'otp=123456 is wrong', '123456'],
  ])('%s is taken out', (_, text, secret) => {
    expect(scrubbedText(text)).not.toContain(secret)
  })

  test.each([
    'Cannot read properties of undefined (reading 4)',
    'no listing 0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01',
    'mapping: 5, spinning = 3 at 2026-11-23T09:30:00.000Z',
    '    at load (https://plaza.example/assets/index-B1xk29aZ.js:1:4711)',
  ])('what helps stays: %s', (text) => {
    expect(scrubbedText(text)).toBe(text)
  })

  test('stands nowhere, in no part of a report', async () => {
    const [secret, place] = [`${word()}@example.org`, word()]
    const { fingerprint } = await sent({
      message: `No ${secret}`,
      stack: `Error: no ${secret}\n    at ${place} (a.js:1:2)`,
      device: { model: secret, os: secret },
      breadcrumbs: [{ message: `typed ${secret}`, category: secret }],
      request_id: secret,
    })
    const { rows } = await sql<{ text: string }>`
      select g::text || r::text as text from marketplace.error_group g join marketplace.error_report r on r.group_id = g.id
      where g.fingerprint = ${fingerprint}`.execute((await world()).host.services.db)
    expect(rows[0]?.text).toContain(place)
    expect(rows[0]?.text).not.toContain(secret)
    expect((await groupOf(fingerprint)).reports).toMatchObject([
      { breadcrumbs: [{ message: 'typed [e-mail]' }] },
    ])
  })

  test('takes no time to look for, whatever is sent', () => {
    const evil = ['a', '1 ', 'eyJ', "'", 'token="', '\\"', 'token:\\"\\\\', 'a@', '://a:', 'AA11 ', '.js?']
    const start = process.cpuUsage()
    for (const piece of evil) {
      const text = piece.repeat(32_768 / piece.length)
      fingerprintOf({ message: scrubbedText(text), stack: text })
    }
    // Some tens of milliseconds; a pattern that reads a text again and again takes minutes.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(20_000)
  })
})

test('of a flood a hundred a minute are kept, then every hundredth, and every one is counted', async () => {
  const { db } = (await world()).host.services
  const report = { stack: stackOf(word(), 'B1xk29aZ', 1) }
  const { fingerprint } = await sent(report)
  const cameAlready = (count: number) =>
    sql`update marketplace.error_group set minute_count = ${count} where fingerprint = ${fingerprint}`.execute(
      db,
    )
  const isKept = async (id: string) =>
    (await sql`select from marketplace.error_report where id = ${id}`.execute(db)).rows.length === 1

  await cameAlready(99)
  const hundredth = await sent(report)
  expect(await isKept(hundredth.error_id)).toBe(true)
  // One that is not kept is told the one that stands for it.
  expect(await sent(report)).toEqual({ error_id: hundredth.error_id, fingerprint, times_seen: 3 })
  await cameAlready(199)
  const twoHundredth = await sent(report)
  expect(twoHundredth.error_id).not.toBe(hundredth.error_id)
  expect(await sent(report)).toEqual({ error_id: twoHundredth.error_id, fingerprint, times_seen: 5 })
  const next = await later(minutes(1), () => sent(report))
  expect([await isKept(next.error_id), next.times_seen]).toEqual([true, 6])
  expect((await groupOf(fingerprint)).reports).toHaveLength(4)
})

test('two at once are counted as two', async () => {
  const report = { stack: stackOf(word(), 'B1xk29aZ', 1) }
  const answers = await Promise.all(Array.from({ length: 10 }, () => sent(report)))
  expect(answers.map(({ times_seen }) => times_seen).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
})

test('a stack of more than 32 KiB is too large, in bytes', async () => {
  expect((await send({ stack: 'ü'.repeat(16_384) })).status).toBe(200)
  expectProblem(await send({ stack: 'ü'.repeat(16_385) }), 413, 'STACK_TOO_LARGE', 'body.stack')
})

test('reports go after a month, a fault that nobody met after three', async () => {
  const { fingerprint } = await sent({ stack: stackOf(word(), 'B1xk29aZ', 1) })
  const as = await newStaff('administrator')
  const { _id } = await groupOf(fingerprint)
  const look = () => call('GET', `/api/v1/error-report/groups/${_id}`, { as })
  await later(days(31), () => sweepNow(sweepErrorReports))
  expect((await granted(look())).body.data).toMatchObject({ times_seen: 1, reports: [] })
  await later(days(91), () => sweepNow(sweepErrorReports))
  expectProblem(await look(), 404, 'NO_SUCH_ERROR_GROUP')
})
