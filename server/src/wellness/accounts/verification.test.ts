import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { call, expectProblem, lastCode, later, newEmail, world } from '../../testing/kit.ts'
import { wellnessBase } from '../../testing/wellness.ts'

const base = `${wellnessBase}/user`
const password = 'correct horse battery'
type Headers = Record<string, string>

const signUp = (email: string, more: object = {}, headers: Headers = {}) =>
  call('POST', `${base}/signup`, { body: { name: 'Ada Test', email, password, ...more }, headers })
const verify = (email: string, otp: string, headers: Headers) =>
  call('POST', `${base}/verify`, { body: { email, otp }, headers })
const profile = (token: string) => call('GET', `${base}/profile`, { as: { token } })
const refresh = (refreshToken: string) => call('POST', `${base}/refresh-token`, { body: { refreshToken } })
/** The other way to prove an address. */
async function resetAndLogIn(email: string) {
  await call('POST', `${base}/forgot-password`, { body: { email } })
  const otp = await lastCode(email)
  await call('POST', `${base}/reset-password`, { body: { email, otp, newPassword: 'staple gun umbrella' } })
  return call('POST', `${base}/login`, { body: { email, password: 'staple gun umbrella' } })
}

test('a phone that lost the answer gets into the same session again, for five minutes', async () => {
  const email = newEmail()
  const requestid = newId()
  await signUp(email)
  const otp = await lastCode(email)
  const lost = await verify(email, otp, { requestid })
  const again = await verify(email, otp, { requestid })
  expect(again.status).toBe(200)
  expect(again.body.data.user).toEqual(lost.body.data.user)
  expect(again.body.data.mustSetPassword).toBeUndefined()
  const token = again.body.data.accessToken
  expect((await profile(token)).status).toBe(200)
  const sessions = await call('GET', `${base}/session`, { as: { token } })
  expect(sessions.body.data).toHaveLength(1)
  expectProblem(await refresh(lost.body.data.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  expect((await refresh(again.body.data.refreshToken)).status).toBe(200)
  expect(await later(minutes(4), () => verify(email, otp, { requestid }))).toMatchObject({ status: 200 })
  await later(minutes(6), async () => {
    expectProblem(await verify(email, otp, { requestid }), 400, 'OTP_INVALID')
  })
})

test('only the same request from the same phone gets the answer again, and only while the session lives', async () => {
  const email = newEmail()
  const requestid = newId()
  await signUp(email, {}, { deviceId: 'phone' })
  const otp = await lastCode(email)
  const headers = { requestid, deviceId: 'phone' }
  const { body } = await verify(email, otp, headers)
  const wrong = otp === '111111' ? '222222' : '111111'
  for (const [code, other] of [
    [otp, { ...headers, requestid: newId() }],
    [otp, { deviceId: 'phone' }],
    [otp, { ...headers, deviceId: 'other-phone' }],
    [wrong, headers],
  ] as const)
    expectProblem(await verify(email, code, { ...other }), 400, 'OTP_INVALID')
  await call('POST', `${base}/logout`, { as: { token: body.data.accessToken }, body: {} })
  expectProblem(await verify(email, otp, headers), 400, 'OTP_INVALID')
})

test('whoever has to set a password gets the means for it again, too', async () => {
  const email = newEmail()
  const headers = { requestid: newId(), deviceId: 'mine' }
  await signUp(email, {}, { deviceId: 'somebody elses' })
  const otp = await lastCode(email)
  await verify(email, otp, headers)
  const { body } = await verify(email, otp, headers)
  expect(body.data).toMatchObject({ mustSetPassword: true })
  const { resetToken } = body.data
  const { status } = await call('POST', `${base}/reset-password`, {
    body: { email, resetToken, newPassword: 'staple gun umbrella' },
  })
  expect(status).toBe(200)
})

test('a sign-up that is sent twice is one attempt with one mail', async () => {
  const { host } = await world()
  const email = newEmail()
  const headers = { requestid: newId(), deviceId: newId() }
  const first = await signUp(email, {}, headers)
  const again = await signUp(email, {}, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const { rows } = await sql`select id from platform.mail where recipient = ${email}`.execute(
    host.services.db,
  )
  expect(rows).toHaveLength(1)
  expectProblem(await signUp(email, { name: 'Eve' }, headers), 422, 'IDEMPOTENCY_KEY_REUSED')
})

test('published terms must be accepted; the version that was is kept, a newer one asks again', async () => {
  const { host, clock } = await world()
  const { db } = host.services
  const ids: string[] = []
  // In a language of their own, so that nobody else is asked.
  const publish = async (version: number, language: string) => {
    const id = newId()
    ids.push(id)
    await sql`
      insert into wellness.static_content (id, type, language, version, content, content_hash, requires_consent, effective_at, created_at)
      values (${id}, 'TERMS', ${language}, ${version}, 'Be kind.', ''::bytea, true, ${clock.now()}, ${clock.now()})`.execute(
      db,
    )
    return id
  }
  const language = 'tlh-Latn'
  const first = await publish(1, 'tlh')
  const refused = await signUp(newEmail(), { language })
  expectProblem(refused, 400, 'TERMS_NOT_ACCEPTED', 'body.acceptTerms')
  expect(refused.body.error).toMatchObject({ details: { texts: [{ type: 'TERMS', version: 1 }] } })
  let accessToken = ''
  for (const opensByReset of [true, false]) {
    const email = newEmail()
    expect((await signUp(email, { language, acceptTerms: true })).status).toBe(201)
    const { body } = opensByReset
      ? await resetAndLogIn(email)
      : await verify(email, await lastCode(email), {})
    const { user } = body.data
    accessToken = body.data.accessToken
    expect((await profile(accessToken)).body.data.consentGates).toEqual([])
    const { rows } = await sql<{ content_id: string }>`
      select content_id from wellness.consent where user_id = ${user.id}`.execute(db)
    expect(rows).toEqual([{ content_id: first }])
  }
  clock.advance(1)
  await publish(2, 'tlh')
  expect((await profile(accessToken)).body.data.consentGates).toMatchObject([
    { type: 'TERMS', language: 'tlh', version: 2 },
  ])
})
