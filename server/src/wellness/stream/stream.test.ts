import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { inProduct } from '../../testing/jobs.ts'
import { call, eventually, expectProblem, world } from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { notify } from '../notifications/public.ts'

let origin = ''
beforeAll(async () => {
  const { app } = await world()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
const left = new AbortController()
afterAll(() => left.abort())

/** Opens a stream and collects what arrives. */
async function open(token: string, lastEventId?: string, ageMs?: number) {
  const query = ageMs === undefined ? '' : `?ageMs=${ageMs}`
  const response = await fetch(`${origin}${wellnessBase}/user/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: left.signal,
  })
  const heard = { response, text: '', hasEnded: false }
  const read = async () => {
    for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk).toString()
  }
  read()
    .catch(() => {})
    .finally(() => {
      heard.hasEnded = true
    })
  return heard
}

async function send(userId: string) {
  await inProduct('wellness', (work) =>
    notify(work, [{ userId, category: 'GOAL', title: 'Done', message: 'Well done.', sourceEvent: newId() }]),
  )
}

test('carries one’s own notices only, and ends with the session', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const heard = await open(user.token)
  expect(heard.response.headers.get('content-type')).toContain('text/event-stream')
  await eventually(async () => heard.text.includes('connected'))
  await send(other.id)
  await send(user.id)
  await eventually(async () => heard.text.includes('notification.created'))
  expect(heard.text.match(/event: notification\.created/g)).toHaveLength(1)
  const [item] = (await call('GET', `${wellnessBase}/notification`, { as: user })).body.data
  expect(heard.text).toContain(item._id)
  await call('POST', `${wellnessBase}/user/logout`, { as: user, body: {} })
  await eventually(async () => heard.hasEnded)
})

test('resumes after the last event that was seen', async () => {
  const user = await newUser()
  const first = await open(user.token)
  await eventually(async () => first.text.includes('connected'))
  await send(user.id)
  await eventually(async () => first.text.includes('notification.created'))
  const seen = /id: (\d+)\nevent: notification/.exec(first.text)?.[1] ?? ''
  await send(user.id)
  const [newest] = (await call('GET', `${wellnessBase}/notification`, { as: user })).body.data
  const second = await open(user.token, seen)
  await eventually(async () => second.text.includes(newest._id))
  expect(second.text.match(/event: notification\.created/g)).toHaveLength(1)
})

test('asks an app that had not heard anything yet to load anew what it read before something happened', async () => {
  const { clock } = await world()
  const begins = async (token: string, ageMs?: number) => {
    const heard = await open(token, undefined, ageMs)
    await eventually(async () => heard.text.includes('event: '))
    return /event: (\w+)/.exec(heard.text)?.[1]
  }
  const user = await newUser()
  clock.advance(minutes(2))
  onTestFinished(() => clock.advance(-minutes(2)))
  expect(await begins(user.token, minutes(1))).toBe('connected')
  await send(user.id)
  expect(await begins(user.token, minutes(1))).toBe('resync')
  expect(await begins(user.token)).toBe('connected')
  expect(await begins(user.token, hours(25))).toBe('resync')
})

test('is not for strangers', async () => {
  expectProblem(await call('GET', `${wellnessBase}/user/stream`), 401, 'AUTH_REQUIRED')
})
