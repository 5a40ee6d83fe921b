import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { days, minutes, seconds } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  lastMail,
  newAddress,
  newEmail,
  newMember,
  signedIn,
  world,
} from '../../testing/kit.ts'
import { load, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import { newPost } from '../../testing/posts.ts'
import { countMails, newMemberWithCode, newPicture, newResetToken, wrongCode } from '../../testing/users.ts'
import { incompressible } from '../../testing/values.ts'
import { openApp, stillClock } from '../../testing/world.ts'
import { PublicUser, presentPublicUser, setBlock } from '../users/public.ts'

const base = '/api/v1/usr-mgt'
const post = (path: string, body: object, as?: { token: string }, from?: string) =>
  call('POST', `${base}/${path}`, { as, body, from })
const login = (email: string, password: string, extra: object = {}) =>
  post('login', { email, password, ...extra })
const profile = (as: { token: string }) => call('GET', `${base}/get-profile`, { as })
const update = (as: { token: string }, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${base}/update`, { as, body, headers })

/** Moves the clock for a while; the other tests see their own time again afterwards. */
async function later<T>(ms: number, act: () => Promise<T>): Promise<T> {
  const { clock } = await world()
  clock.advance(ms)
  try {
    return await act()
  } finally {
    clock.advance(-ms)
  }
}

/** Asks for codes where the clock stands still but for what is said: else a second may pass within a call. */
async function openStill() {
  const clock = stillClock()
  // The world's may be some seconds ahead, and the mails of signing up are to be the earlier ones.
  clock.at = (await world()).clock.now()
  const begun = clock.at.getTime()
  const app = await openApp({ clock })
  onTestFinished(() => app.close())
  return (email: string, afterMs = 0) => {
    clock.at = new Date(begun + afterMs)
    return call('POST', `${base}/forgot-password`, { app, body: { email } })
  }
}

async function newestNotice(as: { token: string }) {
  const { body } = await call('GET', '/api/v1/notification-mgt/get-notifications', {
    as,
    query: { category: 'security' },
  })
  return body.data[0]
}

describe('opening an account and signing in', () => {
  test('refuses missing agreement, swapped coordinates, weak passwords, unknown zones and taken addresses', async () => {
    const person = await newMember()
    const good = {
      name: 'Ada',
      email: newEmail(),
      password: 'correct horse battery',
      agree: 'yes',
      fcm_token: null,
      location: { type: 'Point', coordinates: [13.4, 52.5] },
    }
    expectProblem(await post('create', { ...good, agree: 'no' }), 400, 'AGREEMENT_REQUIRED', 'body.agree')
    expectProblem(
      await post('create', { ...good, location: { type: 'Point', coordinates: [52.5, 113.4] } }),
      400,
      'COORDINATES_INVALID',
      'body.location.coordinates.1',
    )
    expectProblem(await post('create', { ...good, password: 'password123' }), 400, 'PASSWORD_WEAK')
    expectProblem(await post('create', { ...good, timezone: 'Mars/Base' }), 400, 'VALIDATION_FAILED')
    expectProblem(
      await post('create', { ...good, birthday: '2990-01-01' }),
      400,
      'VALIDATION_FAILED',
      'body.birthday',
    )
    const local = `p-${newId()}`
    const abroad = await post('create', { ...good, email: `${local}@bücher.example`, birthday: '1990-02-28' })
    expect(abroad.body.data.user).toMatchObject({ email: `${local}@bücher.example`, birthday: '1990-02-28' })
    expectProblem(
      await post('create', { ...good, email: `${local}@XN--BCHER-KVA.example` }),
      409,
      'EMAIL_TAKEN',
    )
    expectProblem(
      await post('create', { ...good, email: person.email.toUpperCase() }),
      409,
      'EMAIL_TAKEN',
      'body.email',
    )
  })

  test('a new device is news; a wrong password and an unknown address look the same', async () => {
    const person = await newMember()
    const unknown = await login(newEmail(), 'whatever it is')
    const wrong = await login(person.email, 'whatever it is')
    expectProblem(wrong, 401, 'INVALID_CREDENTIALS')
    expect(unknown.body.message).toBe(wrong.body.message)
    const { body } = await login(person.email, person.password, { device_id: 'tablet', fcm_token: 'push-1' })
    expect(body.data).toMatchObject({ token_type: 'Bearer', expires_in: 900, user: { _id: person.id } })
    expect(await newestNotice(person)).toMatchObject({ title: 'New sign-in', category: 'security' })
  })

  test('new devices are one notice until it is read', async () => {
    const person = await newMember()
    const security = async () => {
      const { body } = await call('GET', '/api/v1/notification-mgt/get-notifications', {
        as: person,
        query: { category: 'security' },
      })
      return body.data
    }
    for (const device_id of ['tablet', 'laptop', 'tablet', 'kiosk'])
      await login(person.email, person.password, { device_id })
    const [notice, ...others] = await security()
    expect(notice).toMatchObject({ title: '3 new sign-ins', reference: { model: 'session' } })
    expect(others).toEqual([])
    const { body: unread } = await call('GET', '/api/v1/notification-mgt/unread-count', { as: person })
    expect(unread.data.by_category.security).toBe(1)
    await call('PATCH', `/api/v1/notification-mgt/read/${notice._id}`, { as: person, body: { read: true } })
    await login(person.email, person.password, { device_id: 'library' })
    expect((await security()).map(({ title }: { title: string }) => title)).toEqual([
      'New sign-in',
      '3 new sign-ins',
    ])
  })

  test('a new account keeps the place it was opened with', async () => {
    const { body } = await post('create', {
      name: 'Ada',
      email: newEmail(),
      password: 'correct horse battery',
      agree: 'yes',
      fcm_token: null,
      location: { type: 'Point', coordinates: [13.06, 52.4] },
      address: { place: 'Altstadt', zip_code: '14599' },
    })
    expect((await profile({ token: body.data.access_token })).body.data.address).toEqual({
      place: 'Altstadt',
      zip_code: '14599',
    })
  })

  test('a push token of any length belongs to whoever signed in last', async () => {
    const people = [await newMember(), await newMember()]
    const { host } = await world()
    for (const { id, email, password } of people) {
      expect((await login(email, password, { fcm_token: incompressible })).status).toBe(200)
      const { rows } = await sql<{ user_id: string }>`
        select user_id from marketplace.device_token where token = ${incompressible}`.execute(
        host.services.db,
      )
      expect(rows).toEqual([{ user_id: id }])
    }
  })

  test('ten wrong passwords close the door until a reset', async () => {
    const person = await newMember()
    for (let attempt = 0; attempt < 10; attempt += 1) await login(person.email, 'wrong password')
    const closed = await login(person.email, person.password)
    expectProblem(closed, 429, 'TOO_MANY_ATTEMPTS')
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0)
    const reset_token = await newResetToken(person.email)
    await post('reset-password', { reset_token, password: 'another fine secret' })
    expect((await login(person.email, 'another fine secret')).status).toBe(200)
  })

  test('one network address has so many sign-ins, and others go on', async () => {
    const person = await newMember()
    const { app, host, clock } = await world()
    const from = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: `${base}/login`,
        remoteAddress,
        payload: { email: person.email, password: person.password },
      })
    await sql`
      insert into platform.attempt (key, count, window_ends_at)
      values ('accounts from marketplace 10.9.8.7', 600, ${new Date(clock.now().getTime() + minutes(5))})`.execute(
      host.services.db,
    )
    expect((await from('10.9.8.7')).statusCode).toBe(429)
    expect((await from('10.9.8.8')).statusCode).toBe(200)
  })

  test('who asks which addresses are taken uses up the budget of their network address', async () => {
    const person = await newMember()
    const { host, clock } = await world()
    const from = newAddress()
    await sql`
      insert into platform.attempt (key, count, window_ends_at)
      values (${`accounts from marketplace ${from}`}, 599, ${new Date(clock.now().getTime() + minutes(5))})`.execute(
      host.services.db,
    )
    const ask = (email: string) => {
      const location = { type: 'Point', coordinates: [13.4, 52.5] }
      const body = {
        name: 'Eve',
        email,
        password: 'a quiet harbour',
        agree: 'yes',
        fcm_token: null,
        location,
      }
      return post('create', body, undefined, from)
    }
    expectProblem(await ask(person.email), 409, 'EMAIL_TAKEN')
    expectProblem(await ask(newEmail()), 429, 'RATE_LIMITED')
  })

  test('a suspended person neither signs in nor refreshes', async () => {
    const person = await newMember()
    const { host } = await world()
    const setStatus = (status: string) =>
      sql`update marketplace.users set status = ${status} where id = ${person.id}`.execute(host.services.db)
    await setStatus('suspended')
    expectProblem(await login(person.email, person.password), 403, 'ACCOUNT_SUSPENDED')
    expectProblem(
      await post('refresh-token', { refresh_token: person.refreshToken }),
      401,
      'REFRESH_TOKEN_INVALID',
    )
    await setStatus('active')
    expect((await post('refresh-token', { refresh_token: person.refreshToken })).status).toBe(200)
  })
})

describe('verifying the address', () => {
  test('the mailed code verifies, once or again', async () => {
    const person = await newMemberWithCode()
    const first = await post('verify', { email: person.email, otp: person.code })
    expect(first.body.data).toEqual({ is_verified: true })
    for (const as of [person, undefined])
      expect((await post('verify', { email: person.email, otp: person.code }, as)).status).toBe(200)
    expect((await profile(person)).body.data).toMatchObject({ is_verified: true, badges: ['verified'] })
  })

  test('nobody else learns that an address is verified, and every try counts', async () => {
    const [person, unknown] = [await newMemberWithCode(), newEmail()]
    await post('verify', { email: person.email, otp: person.code })
    for (const as of [undefined, await newMember()])
      for (let attempt = 0; attempt < 25; attempt += 1) {
        const from = newAddress()
        const known = await post('verify', { email: person.email, otp: '123456' }, as, from)
        const other = await post('verify', { email: unknown, otp: '123456' }, as, from)
        expect([known.status, known.body.error.code]).toEqual([other.status, other.body.error.code])
        expectProblem(known, 400, 'OTP_INVALID')
      }
    for (const email of [person.email, unknown])
      expectProblem(await post('verify', { email, otp: '123456' }), 429, 'OTP_LOCKED')
  })

  test('wrong codes count down, then the code is locked even for the right one, but only for who tried', async () => {
    const person = await newMemberWithCode()
    const from = newAddress()
    const tryIt = (otp: string) => post('verify', { email: person.email, otp }, undefined, from)
    const otp = wrongCode(person.code)
    const first = await tryIt(otp)
    expectProblem(first, 400, 'OTP_INVALID')
    expect(first.body.error).toMatchObject({ details: { triesLeft: 4 } })
    for (let attempt = 0; attempt < 3; attempt += 1) await tryIt(otp)
    expectProblem(await tryIt(otp), 429, 'OTP_LOCKED')
    expectProblem(await tryIt(person.code), 429, 'OTP_LOCKED')
    expect((await profile(person)).body.data.is_verified).toBe(false)
    expect((await post('verify', { email: person.email, otp: person.code }, person)).status).toBe(200)
  })

  test('many tries at once are all counted', async () => {
    const person = await newMemberWithCode()
    const from = newAddress()
    const tryIt = (otp: string) => post('verify', { email: person.email, otp }, undefined, from)
    await Promise.all(Array.from({ length: 6 }, () => tryIt(wrongCode(person.code))))
    expectProblem(await tryIt(person.code), 429, 'OTP_LOCKED')
  })

  test('an expired code says so, and a new one can be asked for', async () => {
    const person = await newMemberWithCode()
    await later(minutes(11), async () => {
      expectProblem(await post('verify', { email: person.email, otp: person.code }), 410, 'OTP_EXPIRED')
      expectProblem(
        await post('validate-otp', { email: person.email, otp: person.code, purpose: 'verify' }),
        410,
        'OTP_EXPIRED',
      )
      await post('forgot-password', { email: person.email, purpose: 'verify' })
      const otp = await lastCode(person.email)
      const { body } = await post('validate-otp', { email: person.email, otp, purpose: 'verify' })
      expect(body.data).toEqual({ reset_token: null, expires_in: null, is_verified: true })
    })
  })

  test('after fifty wrong codes of strangers only who is known, or asked for it, is compared', async () => {
    const person = await newMemberWithCode()
    for (let attempt = 0; attempt < 50; attempt += 1)
      await post('verify', { email: person.email, otp: wrongCode(person.code) })
    for (const path of ['verify', 'validate-otp'])
      expectProblem(
        await post(path, { email: person.email, otp: person.code, purpose: 'verify' }),
        429,
        'OTP_LOCKED',
      )
    expect((await post('verify', { email: person.email, otp: person.code }, person)).status).toBe(200)
    const from = newAddress()
    await post('forgot-password', { email: person.email }, undefined, from)
    const answer = { email: person.email, otp: await lastCode(person.email) }
    expectProblem(await post('validate-otp', answer), 429, 'OTP_LOCKED')
    expect((await post('validate-otp', answer, undefined, from)).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test('unknown and known addresses get the same answers all the way', async () => {
    const person = await newMember()
    const stranger = newEmail()
    const from = newAddress()
    const ask = await openStill()
    const asked = await Promise.all([person.email, stranger].map((email) => ask(email)))
    expect(asked[0]?.status).toBe(200)
    expect(asked[0]?.body).toEqual(asked[1]?.body)
    expect(await countMails(stranger)).toBe(0)
    const otp = wrongCode(await lastCode(person.email))
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const known = await post('validate-otp', { email: person.email, otp }, undefined, from)
      const unknown = await post('validate-otp', { email: stranger, otp }, undefined, from)
      expect([unknown.status, unknown.body.error.code]).toEqual([known.status, known.body.error.code])
      expect(Object.keys(unknown.body.error)).toEqual(Object.keys(known.body.error))
      if (attempt > 3) expectProblem(known, 429, 'OTP_LOCKED')
      else expectProblem(known, 400, 'OTP_INVALID')
    }
  })

  test('a mail goes out once a minute and repeats the code; five go out an hour', async () => {
    const person = await newMember()
    const before = await countMails(person.email)
    const ask = await openStill()
    const askAfter = async (ms: number) => (await ask(person.email, ms)).body.data
    expect(await askAfter(0)).toEqual({ expires_in: 600, resend_in: 60 })
    const code = await lastCode(person.email)
    await askAfter(0)
    expect(await countMails(person.email)).toBe(before + 1)
    expect(await askAfter(seconds(20))).toEqual({ expires_in: 580, resend_in: 40 })
    await askAfter(seconds(61))
    expect(await countMails(person.email)).toBe(before + 2)
    expect(await lastCode(person.email)).toBe(code)
    for (let minute = 2; minute < 8; minute += 1)
      expect(await askAfter(seconds(61) * minute)).toEqual({ expires_in: 600, resend_in: 60 })
    expect(await countMails(person.email)).toBe(before + 5)
  })

  test('a reset ends every session, drops push tokens, warns the owner, and works once', async () => {
    const person = await newMember()
    const other = (await login(person.email, person.password, { fcm_token: `push-${person.id}` })).body.data
    const reset_token = await newResetToken(person.email)
    const password = 'another fine secret'
    expect((await post('reset-password', { reset_token, password })).status).toBe(200)
    for (const token of [person.token, other.access_token])
      expectProblem(await profile({ token }), 401, 'SESSION_REVOKED')
    expectProblem(
      await post('refresh-token', { refresh_token: other.refresh_token }),
      401,
      'REFRESH_TOKEN_INVALID',
    )
    const { host } = await world()
    const tokens = await sql`select 1 from marketplace.device_token where user_id = ${person.id}`.execute(
      host.services.db,
    )
    expect(tokens.rows).toEqual([])
    expect((await lastMail(person.email)).subject).toBe('Your password was changed')
    expectProblem(await login(person.email, person.password), 401, 'INVALID_CREDENTIALS')
    const token = (await login(person.email, password)).body.data.access_token
    const notices = await call('GET', '/api/v1/notification-mgt/get-notifications', { as: { token } })
    expect(notices.body.data.map(({ title }: { title: string }) => title)).toContain(
      'Your password was changed',
    )
    expectProblem(
      await post('reset-password', { reset_token, password: 'yet another secret' }),
      400,
      'RESET_TOKEN_INVALID',
    )
  })

  test('a password that is weak or the old one is refused without costing the token', async () => {
    const person = await newMember()
    const reset_token = await newResetToken(person.email)
    expectProblem(
      await post('reset-password', { reset_token, password: 'password123' }),
      400,
      'PASSWORD_WEAK',
      'body.password',
    )
    expectProblem(
      await post('reset-password', { reset_token, password: person.password }),
      400,
      'PASSWORD_REUSED',
      'body.password',
    )
    const racing = await Promise.all(
      ['first new secret', 'second new secret'].map((password) =>
        post('reset-password', { reset_token, password }),
      ),
    )
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a reset ends every other way to one that was handed out before', async () => {
    const person = await newMember()
    const [first, second] = [await newResetToken(person.email), await newResetToken(person.email)]
    await post('forgot-password', { email: person.email })
    const otp = await lastCode(person.email)
    expect((await post('reset-password', { reset_token: second, password: 'first new secret' })).status).toBe(
      200,
    )
    const late = await post('reset-password', { reset_token: first, password: 'a thief chose this' })
    expectProblem(late, 400, 'RESET_TOKEN_INVALID')
    expectProblem(await post('validate-otp', { email: person.email, otp }), 400, 'OTP_INVALID')
  })

  test('a change of the address ends the reset tokens of the former one', async () => {
    const person = await newMember()
    const reset_token = await newResetToken(person.email)
    const email = newEmail()
    await update(person, { email })
    await post('verify', { email, otp: await lastCode(email) }, person)
    const late = await post('reset-password', { reset_token, password: 'a thief chose this' })
    expectProblem(late, 400, 'RESET_TOKEN_INVALID')
  })

  test('a reset token ends after ten minutes', async () => {
    const person = await newMember()
    const reset_token = await newResetToken(person.email)
    await later(minutes(11), async () =>
      expectProblem(
        await post('reset-password', { reset_token, password: 'another fine secret' }),
        400,
        'RESET_TOKEN_INVALID',
      ),
    )
  })
})

describe('refreshing', () => {
  test('hands out the next pair, and the same again to whom the answer was lost', async () => {
    const person = await newMember()
    const first = await post('refresh-token', { refresh_token: person.refreshToken })
    expect(first.body.data).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
    // As after a tunnel.
    const again = await later(minutes(1), () => post('refresh-token', { refresh_token: person.refreshToken }))
    expect(again.body.data.refresh_token).toBe(first.body.data.refresh_token)
    expect((await profile({ token: first.body.data.access_token })).status).toBe(200)
  })

  test.each([
    ['after two minutes', minutes(2) + 1, {}, {}],
    ['from another phone', 0, { device_id: 'thief' }, {}],
    ['by another app', 0, { device_id: 'mine' }, { 'user-agent': 'thief/1.0' }],
  ])('a used token that comes back %s ends the session', async (_, ms, device, headers) => {
    const person = await newMember()
    const ask = (more: object, how: Record<string, string> = {}) =>
      call('POST', `${base}/refresh-token`, {
        body: { refresh_token: person.refreshToken, device_id: 'mine', ...more },
        headers: how,
      })
    const { body } = await ask({})
    expect((await ask({})).body.data.refresh_token).toBe(body.data.refresh_token)
    expectProblem(await later(ms, () => ask(device, headers)), 401, 'REFRESH_TOKEN_INVALID')
    expectProblem(await profile({ token: body.data.access_token }), 401, 'SESSION_REVOKED')
    expect((await lastMail(person.email)).subject).toBe('A session was ended for your safety')
  })

  test('a replayed token ends the session, with where its messages went, and warns the owner', async () => {
    const person = await newMember()
    const token = newSecret()
    await call('PUT', '/api/v1/post-mgt/update-push-token', { as: person, body: { fcm_token: token } })
    const isBound = async () => {
      const { rows } = await sql`select from marketplace.device_token where token = ${token}`.execute(
        (await world()).host.services.db,
      )
      return rows.length > 0
    }
    expect(await isBound()).toBe(true)
    const elsewhere = (await login(person.email, person.password)).body.data.access_token
    const { body } = await post('refresh-token', { refresh_token: person.refreshToken })
    await post('refresh-token', { refresh_token: body.data.refresh_token })
    expectProblem(
      await post('refresh-token', { refresh_token: person.refreshToken }),
      401,
      'REFRESH_TOKEN_INVALID',
    )
    expectProblem(await profile({ token: body.data.access_token }), 401, 'SESSION_REVOKED')
    expect(await isBound()).toBe(false)
    expect(await newestNotice({ token: elsewhere })).toMatchObject({
      title: 'A session was ended for your safety',
    })
    expect((await lastMail(person.email)).subject).toBe('A session was ended for your safety')
    expectProblem(await post('refresh-token', { refresh_token: 'nonsense' }), 401, 'REFRESH_TOKEN_INVALID')
  })
})

test('a token that has expired is in the way neither of the next pair, of signing in, nor of a forgotten password', async () => {
  const person = await newMember()
  await later(minutes(16), async () => {
    expectProblem(await profile(person), 401, 'TOKEN_EXPIRED')
    const ask = (name: string, body: object) => call('POST', `${base}/${name}`, { as: person, body })
    const { body } = await granted(ask('refresh-token', { refresh_token: person.refreshToken }))
    expect((await profile({ token: body.data.access_token })).status).toBe(200)
    await granted(ask('login', { email: person.email, password: person.password }))
    await granted(ask('forgot-password', { email: person.email }))
    await granted(
      call('GET', '/api/v1/application-alert/status', {
        as: person,
        query: { platform: 'android', app_version: '1.0.0' },
      }),
    )
    // What differs for whoever is signed in says that there is a token to be renewed.
    expectProblem(await call('GET', '/api/v1/usr-mgt/search-post', { as: person }), 401, 'TOKEN_EXPIRED')
  })
})

test('a token that has expired ends its own session, and no other', async () => {
  const person = await newMember()
  const other = (await login(person.email, person.password)).body.data
  await later(minutes(16), async () => {
    const leave = (body: object) => call('POST', `${base}/logout`, { as: person, body })
    expectProblem(await leave({ all_devices: true }), 401, 'TOKEN_EXPIRED')
    expect((await leave({})).body.data).toEqual({ signed_out: true })
    const refresh = (token: string) => post('refresh-token', { refresh_token: token })
    expectProblem(await refresh(person.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })
})

describe('sessions', () => {
  test('are listed with the present one marked, and end one by one', async () => {
    const person = await newMember()
    const stranger = await newMember()
    const second = (
      await login(person.email, person.password, { device_id: 'tablet', fcm_token: `p-${person.id}` })
    ).body.data
    const { body } = await call('GET', `${base}/sessions`, { as: person })
    expect(body.data).toHaveLength(2)
    const tablet = body.data.find((item: { device_id: string }) => item.device_id === 'tablet')
    expect(tablet).toMatchObject({ is_current: false })
    expect(body.data.filter((item: { is_current: boolean }) => item.is_current)).toHaveLength(1)
    const end = (as: { token: string }) => call('DELETE', `${base}/sessions/${tablet._id}`, { as })
    expectProblem(await end(stranger), 404, 'NO_SUCH_SESSION')
    expect((await end(person)).body.data).toEqual({ _id: tablet._id })
    expectProblem(await end(person), 404, 'NO_SUCH_SESSION')
    expectProblem(await profile({ token: second.access_token }), 401, 'SESSION_REVOKED')
    expect((await call('GET', `${base}/sessions`, { as: person })).body.data).toHaveLength(1)
  })

  test('signing out twice is fine, and leaves the other devices signed in', async () => {
    const person = await newMember()
    const other = { token: (await login(person.email, person.password)).body.data.access_token }
    for (let time = 0; time < 2; time += 1)
      expect((await post('logout', {}, person)).body.data).toEqual({ signed_out: true })
    expectProblem(await profile(person), 401, 'SESSION_REVOKED')
    expect((await profile(other)).status).toBe(200)
    expectProblem(await post('logout', {}), 401, 'AUTH_REQUIRED')
  })

  test('signing out everywhere ends all of them', async () => {
    const person = await newMember()
    const other = { token: (await login(person.email, person.password)).body.data.access_token }
    await post('logout', { all_devices: true }, person)
    expectProblem(await profile(other), 401, 'SESSION_REVOKED')
  })
})

describe('the own record', () => {
  test('has everything and the counts', async () => {
    const person = await newMember()
    const { body } = await profile(person)
    expect(body.data).toMatchObject({
      _id: person.id,
      email: person.email,
      pending_email: null,
      kind: 'member',
      privacy: { show_online: true, discoverable: true, show_distance: true, tell_birthday: false },
      counts: { listings_active: 0, listings_sold: 0, favourites: 0, unread_notifications: 1 },
    })
    expect(JSON.stringify(body)).not.toContain('password')
  })

  test('changes only what was sent, steps __v, and a repeat changes nothing', async () => {
    const person = await newMember()
    const wanted = {
      name: '  Grace  ',
      bio: 'Collects radios.',
      location: { type: 'Point', coordinates: [2.35, 48.85] },
      address: { place: 'Paris' },
      birthday: '1990-02-28',
      timezone: 'Europe/Paris',
      language: 'fr',
      privacy: { show_online: false },
      role: 'administrator',
      is_verified: true,
    }
    const first = await update(person, wanted)
    expect(first.body.data).toMatchObject({
      name: 'Grace',
      bio: 'Collects radios.',
      location: { coordinates: [2.35, 48.85] },
      address: { place: 'Paris', zip_code: '' },
      birthday: '1990-02-28',
      timezone: 'Europe/Paris',
      language: 'fr',
      privacy: { show_online: false, discoverable: true, show_distance: true, tell_birthday: false },
      role: 'user',
      is_verified: false,
      email: person.email,
      __v: 1,
    })
    expect((await update(person, wanted)).body.data).toEqual(first.body.data)
    expect((await update(person, { bio: null })).body.data).toMatchObject({
      bio: null,
      name: 'Grace',
      __v: 2,
    })
  })

  test('texts are measured as they are kept: without the blanks around them, in one form', async () => {
    const person = await newMember()
    const typed = `  ${'e\u0301'.repeat(80)}  `
    expect((await update(person, { name: typed })).body.data.name).toBe('\u00e9'.repeat(80))
    const tooLong = `  ${'e\u0301'.repeat(81)}  `
    expectProblem(await update(person, { name: tooLong }), 400, 'VALIDATION_FAILED', 'body.name')
  })

  test('a stale If-Match is refused', async () => {
    const person = await newMember()
    expect((await update(person, { name: 'One' }, { 'if-match': '"0"' })).status).toBe(200)
    expectProblem(await update(person, { name: 'Two' }, { 'if-match': '0' }), 412, 'VERSION_CONFLICT')
    expect((await profile(person)).body.data.name).toBe('One')
  })

  test('changes at once to different fields all stay', async () => {
    const person = await newMember()
    await Promise.all([
      update(person, { name: 'Grace' }),
      update(person, { bio: 'Hello' }),
      update(person, { language: 'fr' }),
    ])
    expect((await profile(person)).body.data).toMatchObject({
      name: 'Grace',
      bio: 'Hello',
      language: 'fr',
      __v: 3,
    })
  })

  test('a birthday is a real past day and stays for a year', async () => {
    const person = await newMember()
    for (const birthday of ['1990-02-30', '2990-01-01', '1850-01-01'])
      expectProblem(await update(person, { birthday }), 400, 'VALIDATION_FAILED', 'body.birthday')
    await update(person, { birthday: '1990-02-28' })
    expect((await update(person, { birthday: '1990-02-28' })).status).toBe(200)
    expectProblem(await update(person, { birthday: '1991-02-28' }), 409, 'BIRTHDAY_LOCKED')
    await later(days(366), async () => {
      const token = (await login(person.email, person.password)).body.data.access_token
      expect((await update({ token }, { birthday: '1991-02-28' })).body.data.birthday).toBe('1991-02-28')
    })
  })

  test('the currency is that of the country, until one is chosen', async () => {
    const person = await newMember({ longitude: 19.04, latitude: 47.5 })
    const own = async () => {
      const { currency, has_own_currency } = (await profile(person)).body.data
      return [currency, has_own_currency]
    }
    const at = (longitude: number, latitude: number) => ({
      location: { type: 'Point', coordinates: [longitude, latitude] },
    })
    expect(await own()).toEqual(['HUF', false])
    expect((await newPost(person, { price: 12.5 })).price_minor).toBe(1250)
    await update(person, at(-0.1, 51.5))
    expect(await own()).toEqual(['GBP', false])
    await update(person, { currency: 'IQD' })
    await update(person, at(-66.1, 18.4))
    expect(await own()).toEqual(['IQD', true])
    expect(await newPost(person, { price: 12.345 })).toMatchObject({ currency: 'IQD', price_minor: 12_345 })
    await update(person, { currency: null })
    expect(await own()).toEqual(['USD', false])
    for (const [longitude, latitude] of [
      [0, 0],
      [-40, 30],
    ] as const) {
      await update(person, at(longitude, latitude))
      expect(await own()).toEqual(['EUR', false])
    }
    for (const currency of ['HRK', 'XAU', 'AAA', 'eur', ''])
      expectProblem(await update(person, { currency }), 400, 'VALIDATION_FAILED', 'body.currency')
  })

  test('refuses impossible places and zones', async () => {
    const person = await newMember()
    expectProblem(
      await update(person, { location: { type: 'Point', coordinates: [0, 91] } }),
      400,
      'COORDINATES_INVALID',
    )
    expectProblem(await update(person, { timezone: 'Nowhere' }), 400, 'VALIDATION_FAILED', 'body.timezone')
  })

  test('the photo is an own ready picture or none', async () => {
    const person = await newMember()
    const stranger = await newMember()
    const own = await newPicture(person.id)
    expect((await update(person, { profile_photo_url: own })).body.data.profile_photo_url).toBe(own)
    for (const url of [
      await newPicture(stranger.id),
      'https://example.org/x.webp',
      own.replace(/^.*\/media/, 'https://evil.example/media'),
      own.replace(/[0-9a-f-]{36}/, '-'.repeat(36)),
    ])
      expectProblem(await update(person, { profile_photo_url: url }), 400, 'PHOTO_NOT_USABLE')
    expect((await update(person, { profile_photo_url: '' })).body.data.profile_photo_url).toBeNull()
  })

  test('a photo that was replaced is gone at once, the one in use never', async () => {
    const person = await newMember()
    const [first, second] = [await uploadPicture(person), await uploadPicture(person)]
    for (const { publicUrl } of [first, second, second])
      await update(person, { profile_photo_url: publicUrl })
    expect((await load(first.publicUrl)).statusCode).toBe(404)
    await sweepIn(25)
    expect((await load(second.publicUrl)).statusCode).toBe(200)
    await update(person, { profile_photo_url: null })
    expect((await load(second.publicUrl)).statusCode).toBe(404)
  })
})

describe('changing the address', () => {
  test('waits for the code to the new one, and tells the old one', async () => {
    const person = await newMember()
    const email = newEmail()
    const { body } = await update(person, { email })
    expect(body.data).toMatchObject({ email: person.email, pending_email: email })
    expect((await lastMail(person.email)).text).toContain(email)
    expect((await login(email, person.password)).status).toBe(401)
    const otp = await lastCode(email)
    expectProblem(await post('verify', { email, otp }), 400, 'OTP_INVALID')
    expect((await post('verify', { email, otp }, person)).body.data).toEqual({ is_verified: true })
    expect((await profile(person)).body.data).toMatchObject({ email, pending_email: null, is_verified: true })
    expect((await post('verify', { email, otp }, person)).status).toBe(200)
    expect((await login(email, person.password)).status).toBe(200)
    expect((await login(person.email, person.password)).status).toBe(401)
  })

  test('the code of one address does not confirm another', async () => {
    const person = await newMember()
    const [mine, victims] = [newEmail(), newEmail()]
    await update(person, { email: mine })
    const otp = await lastCode(mine)
    await update(person, { email: victims })
    expectProblem(await post('verify', { email: victims, otp }, person), 400, 'OTP_INVALID')
    expect(await countMails(victims)).toBe(1)
    expect((await profile(person)).body.data.email).toBe(person.email)
  })

  test('takes a sign-in of the last five minutes, so that no stolen session moves the account away', async () => {
    const person = await newMember()
    const asked = newEmail()
    await update(person, { email: asked })
    await later(minutes(6), async () => {
      const wished = newEmail()
      expectProblem(await update(person, { name: 'Eve', email: wished }), 401, 'REAUTH_REQUIRED')
      expect(await countMails(wished)).toBe(0)
      expect((await profile(person)).body.data).toMatchObject({ name: 'Ada Test', pending_email: asked })
      // What was asked for already is sent once more, or dropped, and all else changes.
      await granted(update(person, { bio: 'Mends bicycles.', email: asked }))
      await granted(update(person, { email: person.email }))
      const { body } = await granted(update(await signedIn(person), { email: wished }))
      expect(body.data.pending_email).toBe(wished)
    })
  })

  test('does not outlast another password', async () => {
    const person = await newMember()
    const email = newEmail()
    await update(person, { email })
    const reset = { reset_token: await newResetToken(person.email), password: 'another one entirely' }
    await granted(post('reset-password', reset))
    const back = await signedIn({ ...person, password: reset.password })
    expect((await profile(back)).body.data).toMatchObject({ email: person.email, pending_email: null })
    expectProblem(await post('verify', { email, otp: await lastCode(email) }, back), 400, 'OTP_INVALID')
  })

  test('wrong codes for the one that is wished for keep its owner from nothing', async () => {
    const [rival, email] = [await newMember(), newEmail()]
    await update(rival, { email })
    const otp = wrongCode(await lastCode(email))
    for (let device = 0; device < 20; device += 1) {
      const as = await signedIn(rival)
      for (let attempt = 0; attempt < 5; attempt += 1) await post('verify', { email, otp }, as)
    }
    const owner = { ...(await newMember({ email })), code: await lastCode(email) }
    await granted(post('verify', { email, otp: owner.code }, owner))
    await newResetToken(email)
  })

  test('asking for the present address drops the change', async () => {
    const person = await newMember()
    await update(person, { email: newEmail() })
    expect((await update(person, { email: person.email })).body.data.pending_email).toBeNull()
  })

  test('an address with an account is refused, also when it is taken meanwhile', async () => {
    const person = await newMember()
    const rival = await newMember()
    expectProblem(await update(person, { email: rival.email }), 409, 'EMAIL_TAKEN', 'body.email')
    const email = newEmail()
    await update(person, { email })
    const otp = await lastCode(email)
    await update(rival, { email })
    const rivals = await lastCode(email)
    expect((await post('verify', { email, otp: rivals }, rival)).status).toBe(200)
    expectProblem(await post('verify', { email, otp }, person), 409, 'EMAIL_TAKEN')
    expect((await profile(person)).body.data.email).toBe(person.email)
  })

  test('ten wishes an hour', async () => {
    const person = await newMember()
    for (let wish = 0; wish < 10; wish += 1) await update(person, { email: person.email })
    expectProblem(await update(person, { email: newEmail() }), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('also for those that are taken, and one that is refused changes nothing', async () => {
    const [person, rival] = [await newMember(), await newMember()]
    const wish = () => update(person, { name: 'Other', email: rival.email })
    for (let count = 0; count < 10; count += 1) expectProblem(await wish(), 409, 'EMAIL_TAKEN', 'body.email')
    expectProblem(await wish(), 429, 'TOO_MANY_ATTEMPTS')
    expect((await profile(person)).body.data).toMatchObject({ name: 'Ada Test', __v: 0 })
  })
})

describe('what other features use', () => {
  test('a public person is five facts', () => {
    const shown = presentPublicUser({
      id: 'x',
      name: 'Ada',
      profile_photo_url: null,
      is_verified: true,
      created_at: new Date(0),
    })
    expect(shown).toEqual({
      _id: 'x',
      name: 'Ada',
      profile_photo_url: null,
      badges: ['verified'],
      member_since: '1970-01-01T00:00:00.000Z',
    })
    expect(Object.keys(PublicUser.properties)).toEqual(Object.keys(shown))
  })

  test('a block is set and lifted by its own side only, and repeats change nothing', async () => {
    const [a, b] = [await newMember(), await newMember()]
    const { host, clock } = await world()
    const set = (blockerId: string, blockedId: string, isBlocked: boolean) =>
      setBlock(host.services.db, { blockerId, blockedId, isBlocked, at: clock.now() })
    expect(await set(a.id, b.id, true)).toBe(true)
    expect(await set(a.id, b.id, true)).toBe(false)
    expect(await set(b.id, a.id, false)).toBe(false)
    expect(await set(a.id, b.id, false)).toBe(true)
  })
})
