import { describe, expect, test } from 'vitest'
import {
  type Answer,
  call,
  expectProblem,
  lastCode,
  later,
  newAddress,
  newMember,
  type TestPerson,
} from '../../testing/kit.ts'
import { newResetToken } from '../../testing/users.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { minutes } from '../clock.ts'
import { amongSignIns } from './passwords.ts'

const market = '/api/v1/usr-mgt'
const wrong = 'not the password'
const byCookie = { 'x-token-delivery': 'cookie' }

/** The same door of each pool of people. */
const pools = [
  {
    pool: 'a member',
    newPerson: () => newMember(),
    path: `${market}/login`,
    field: 'device_secret',
    max: 10,
  },
  {
    pool: 'a wellness user',
    newPerson: () => newUser(),
    path: `${wellnessBase}/user/login`,
    field: 'deviceSecret',
    max: 10,
  },
  {
    pool: 'a wellness administrator',
    newPerson: () => newWellnessAdmin(),
    path: `${wellnessBase}/admin/login`,
    field: 'deviceSecret',
    max: 5,
  },
]

const cookieNamed = ({ headers }: Answer, name: string): string | undefined =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .find((pair) => pair?.startsWith(name))

describe.each(pools)('the account of $pool', ({ newPerson, path, field, max }) => {
  const logIn = (
    { email }: TestPerson,
    password: string,
    secret?: string,
    more: { from?: string; headers?: Record<string, string> } = {},
  ) => call('POST', path, { body: { email, password, ...(secret ? { [field]: secret } : {}) }, ...more })

  async function signedInDevice(person: TestPerson, shown?: string): Promise<string> {
    const { body } = await logIn(person, person.password, shown)
    expect(body.data[field]).toMatch(/^[\w-]{43}$/)
    return body.data[field]
  }

  const besiege = async (person: TestPerson, tries = max + 20) => {
    for (let tried = 0; tried < tries; tried += 1) await logIn(person, wrong)
  }

  test('opens to a known device, whatever strangers tried', async () => {
    const person = await newPerson()
    const secret = await signedInDevice(person)
    await besiege(person)
    const stranger = await logIn(person, person.password)
    expect(stranger.status).toBe(429)
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0)
    expect(await signedInDevice(person, secret)).toBe(secret)
    expect((await logIn(person, person.password)).status).toBe(429)
    expect(await later(minutes(15), () => logIn(person, person.password))).toMatchObject({ status: 200 })
  })

  test('opens to a browser by its cookie, which outlives signing out', async () => {
    const person = await newPerson()
    const first = await logIn(person, person.password, undefined, { headers: byCookie })
    expect(first.body.data[field]).toBe('')
    const cookie = cookieNamed(first, 'plaza-device-') ?? ''
    expect(cookie).toMatch(/^plaza-device-[\w-]+=[\w-]{43}$/)
    await besiege(person)
    expect((await logIn(person, person.password, undefined, { headers: { cookie } })).status).toBe(429)
    const headers = { ...byCookie, cookie }
    expect((await logIn(person, person.password, undefined, { headers })).status).toBe(200)
  })

  test('knows no secret that somebody made up, or got at another account', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const made = 'A'.repeat(43)
    expect(await signedInDevice(person, made)).not.toBe(made)
    const others = await signedInDevice(other)
    await besiege(person)
    for (const secret of [made, others])
      expect((await logIn(person, person.password, secret)).status).toBe(429)
    await later(minutes(15), async () => expect(await signedInDevice(person, others)).toBe(others))
    expect((await logIn(person, person.password, others)).status).toBe(200)
  })

  test('lets a known device guess no more than ten times before it is a stranger', async () => {
    const person = await newPerson()
    const [stolen, own] = [await signedInDevice(person), await signedInDevice(person)]
    for (let tried = 0; tried < 10; tried += 1) expect((await logIn(person, wrong, stolen)).status).toBe(401)
    await besiege(person)
    expect((await logIn(person, person.password, stolen)).status).toBe(429)
    expect((await logIn(person, person.password, own)).status).toBe(200)
  })
})

test('after ninety wrong passwords in a row strangers are not compared, a known device is', async () => {
  const person = await newMember()
  const logIn = (password: string, device_secret?: string) =>
    call('POST', `${market}/login`, { body: { email: person.email, password, device_secret } })
  const { device_secret } = (await logIn(person.password)).body.data
  for (let round = 0; round < 9; round += 1)
    await later(minutes(16) * round, async () => {
      for (let tried = 0; tried < 10; tried += 1)
        expectProblem(await logIn(wrong), 401, 'INVALID_CREDENTIALS')
    })
  await later(minutes(16) * 9, async () => {
    expectProblem(await logIn(person.password), 401, 'INVALID_CREDENTIALS')
    expect((await logIn(person.password, device_secret)).status).toBe(200)
    // That was a right one.
    expect((await logIn(person.password)).status).toBe(200)
  })
})

describe('a new password', () => {
  test('of a member makes known the device on which it was set, and no other', async () => {
    const person = await newMember()
    const logIn = (password: string, device_secret?: string) =>
      call('POST', `${market}/login`, { body: { email: person.email, password, device_secret } })
    const thiefs = (await logIn(person.password)).body.data.device_secret
    const password = 'another fine secret'
    const reset_token = await newResetToken(person.email)
    const { body } = await call('POST', `${market}/reset-password`, { body: { reset_token, password } })
    for (let tried = 0; tried < 12; tried += 1) await logIn(wrong)
    expect((await logIn(password, thiefs)).status).toBe(429)
    expect((await logIn(password, body.data.device_secret)).status).toBe(200)
  })

  test('of a wellness user, too, also by a code while strangers guess at it', async () => {
    const person = await newUser()
    const ask = (what: string, body: object, from?: string) =>
      call('POST', `${wellnessBase}/user/${what}`, { body: { email: person.email, ...body }, from })
    const newPassword = 'another fine secret'
    const own = newAddress()
    await ask('forgot-password', {}, own)
    const otp = await lastCode(person.email)
    const guess = otp === '111111' ? '222222' : '111111'
    for (let tried = 0; tried < 60; tried += 1) {
      const from = newAddress()
      await ask('login', { password: wrong }, from)
      await ask('reset-password', { otp: guess, newPassword }, from)
    }
    expectProblem(await ask('reset-password', { otp, newPassword }), 429, 'OTP_LOCKED')
    const { body } = await ask('reset-password', { otp, newPassword }, own)
    for (let tried = 0; tried < 12; tried += 1) await ask('login', { password: wrong })
    expect((await ask('login', { password: newPassword })).status).toBe(429)
    const { deviceSecret } = body.data
    expect((await ask('login', { password: newPassword, deviceSecret })).status).toBe(200)
  })
})

test('a crowd from one network address holds up nobody else’s sign-in', async () => {
  const [crowd, somebody] = [newAddress(), newAddress()]
  const order: string[] = []
  let open: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const arrive = (from: string) =>
    amongSignIns(from, async () => {
      await isOpen
      order.push(from)
    })
  const inside = Array.from({ length: 54 }, () => arrive(crowd))
  await expect(arrive(crowd)).rejects.toMatchObject({ code: 'SIGN_IN_BUSY' })
  const other = arrive(somebody)
  open()
  await Promise.all([...inside, other])
  // Behind the four inside and those who were let in beside them, before the other fifty.
  expect(order.indexOf(somebody)).toBeLessThan(10)
})
