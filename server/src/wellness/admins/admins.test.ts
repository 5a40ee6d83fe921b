import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { stepAt, totpCode } from '../../platform/identity/totp.ts'
import { transact } from '../../platform/operation/transact.ts'
import { newCategory } from '../../testing/exercises.ts'
import { call, expectProblem, lastMail, later, newEmail, world } from '../../testing/kit.ts'
import { newUser, newWellnessAdmin, secretOfApp, wellnessBase } from '../../testing/wellness.ts'
import { wellness } from '../module.ts'
import { createAdministrator, requireSecondFactor } from './public.ts'

const base = `${wellnessBase}/admin`
const logIn = (email: string, password: string, more: object = {}) =>
  call('POST', `${base}/login`, { body: { email, password, ...more } })
const profile = (token: string) => call('GET', `${base}/profile`, { as: { token } })
const refresh = (refreshToken: string) => call('POST', `${base}/refresh-token`, { body: { refreshToken } })

test('an administrator signs in and sees their own profile', async () => {
  const admin = await newWellnessAdmin('SUPPORT')
  const { status, body } = await profile(admin.token)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id: admin.id, email: admin.email, role: 'SUPPORT', version: 0 })
  expect(body.data).not.toHaveProperty('password_hash')
  const again = await logIn(admin.email.toUpperCase(), admin.password)
  expect(again.body.data).toMatchObject({ role: 'SUPPORT', admin: { id: admin.id }, tokenType: 'Bearer' })
})

test('users are another pool: neither their token nor their password lets them in', async () => {
  const user = await newUser()
  expectProblem(await profile(user.token), 403, 'FORBIDDEN')
  expectProblem(await logIn(user.email, user.password), 401, 'INVALID_CREDENTIALS')
  expectProblem(await refresh(user.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  expectProblem(await call('GET', `${base}/logout`), 401, 'AUTH_REQUIRED')
})

test('five failures throttle an address for a quarter of an hour, known or not', async () => {
  const admin = await newWellnessAdmin()
  for (const email of [admin.email, newEmail()]) {
    for (let failed = 0; failed < 5; failed += 1)
      expectProblem(await logIn(email, 'not the password'), 401, 'INVALID_CREDENTIALS')
    expectProblem(await logIn(email, admin.password), 429, 'LOGIN_THROTTLED')
  }
  const afterwards = await later(minutes(15), () => logIn(admin.email, admin.password))
  expect(afterwards.status).toBe(200)
})

test('a token that has expired is not in the way of the next pair, and still ends its session', async () => {
  const admin = await newWellnessAdmin()
  await later(minutes(16), async () => {
    const next = await call('POST', `${base}/refresh-token`, {
      as: admin,
      body: { refreshToken: admin.refreshToken },
    })
    expect(next.status).toBe(200)
    expect((await call('GET', `${base}/logout`, { as: admin })).status).toBe(200)
    expectProblem(await refresh(next.body.data.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  })
})

test('logging out ends the session although it is a GET, and is not cached', async () => {
  const admin = await newWellnessAdmin()
  const second = (await logIn(admin.email, admin.password)).body.data.accessToken
  const answer = await call('GET', `${base}/logout`, { as: admin })
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toContain('no-store')
  expectProblem(await profile(admin.token), 401, 'SESSION_REVOKED')
  expectProblem(await refresh(admin.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  expect((await profile(second)).status).toBe(200)
})

test('a refreshed pair works; a used token that comes back ends the session and is told', async () => {
  const admin = await newWellnessAdmin()
  const { body } = await refresh(admin.refreshToken)
  expect((await profile(body.data.accessToken)).status).toBe(200)
  await refresh(body.data.refreshToken)
  expectProblem(await refresh(admin.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  expectProblem(await profile(body.data.accessToken), 401, 'SESSION_REVOKED')
  expect((await lastMail(admin.email)).subject).toBe('A Plaza wellness session was ended')
})

test('two minutes later a used token is no lost answer any more', async () => {
  const admin = await newWellnessAdmin()
  const { body } = await refresh(admin.refreshToken)
  await later(minutes(2) + 1, async () => {
    expectProblem(await refresh(admin.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    expectProblem(await profile(body.data.accessToken), 401, 'SESSION_REVOKED')
  })
  expect((await lastMail(admin.email)).subject).toBe('A Plaza wellness session was ended')
})

test('a session that is not used for eight hours ends', async () => {
  const admin = await newWellnessAdmin()
  const { body } = await later(hours(8) - minutes(1), () => refresh(admin.refreshToken))
  expect(body.data.expiresIn).toBe(900)
  await later(hours(15), async () => {
    expect((await refresh(body.data.refreshToken)).status).toBe(200)
  })
  await later(hours(23) + minutes(1), async () => {
    expectProblem(await refresh(body.data.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  })
})

test('with an authenticator app a sign-in needs its code, each once', async () => {
  const { host, clock } = await world()
  const admin = await newWellnessAdmin()
  const asked = await transact(host.services, wellness, (work) =>
    requireSecondFactor(work, admin.email.toUpperCase()),
  )
  const address = new URL(asked ?? '')
  // Whoever signed in without it does so again.
  expectProblem(await profile(admin.token), 401, 'SESSION_REVOKED')
  expect(address.protocol).toBe('otpauth:')
  const secret = secretOfApp(address)
  const codeAt = (ms: number) => totpCode(secret, stepAt(new Date(clock.now().getTime() + ms)))
  expectProblem(await logIn(admin.email, 'not the password'), 401, 'INVALID_CREDENTIALS')
  expectProblem(await logIn(admin.email, admin.password), 401, 'TOTP_REQUIRED', 'body.totp')
  const old = codeAt(-minutes(5))
  expectProblem(await logIn(admin.email, admin.password, { totp: old }), 401, 'INVALID_CREDENTIALS')
  const totp = codeAt(0)
  const answer = await logIn(admin.email, admin.password, { totp })
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain(address.searchParams.get('secret'))
  expectProblem(await logIn(admin.email, admin.password, { totp }), 401, 'INVALID_CREDENTIALS')
  const next = codeAt(seconds(60))
  expect(await later(seconds(60), () => logIn(admin.email, admin.password, { totp: next }))).toMatchObject({
    status: 200,
  })
  const { rows } = await sql<{ totp_sealed: Buffer }>`
    select totp_sealed from wellness.admin where id = ${admin.id}`.execute(host.services.db)
  expect(rows[0]?.totp_sealed.includes(secret)).toBe(false)
})

test('a role lets in where it belongs, and what was written is on record', async () => {
  const { host } = await world()
  const [content, support] = [await newWellnessAdmin('CONTENT'), await newWellnessAdmin('SUPPORT')]
  const id = await newCategory(content)
  const body = { name: 'Refused' }
  expectProblem(await call('POST', `${base}/exercise-category`, { as: support, body }), 403, 'FORBIDDEN')
  for (const as of [content, support])
    expect((await call('GET', `${base}/exercise-category`, { as })).status).toBe(200)
  const { rows } = await sql<{ action: string; subject: string }>`
    select action, subject from platform.audit where actor_id = ${content.id}`.execute(host.services.db)
  expect(rows).toEqual([{ action: 'admin-create-exercise-category', subject: `category/${id}` }])
})

test('a deactivated administrator is out at once', async () => {
  const { host } = await world()
  const admin = await newWellnessAdmin()
  await sql`update wellness.admin set is_active = false where id = ${admin.id}`.execute(host.services.db)
  expectProblem(await profile(admin.token), 401, 'SESSION_REVOKED')
  expectProblem(await refresh(admin.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  expectProblem(await logIn(admin.email, admin.password), 401, 'INVALID_CREDENTIALS')
})

test('an address makes one administrator', async () => {
  const { host } = await world()
  const admin = { name: 'Grace', email: newEmail(), password: 'correct horse battery' }
  const made = await Promise.all([1, 2, 3].map(() => createAdministrator(host.services, admin)))
  expect(made.filter(Boolean)).toHaveLength(1)
})
