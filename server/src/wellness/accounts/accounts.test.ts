import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import {
  call,
  expectProblem,
  lastCode,
  lastMail,
  later,
  newAddress,
  newEmail,
  newMember,
  world,
} from '../../testing/kit.ts'
import { incompressible } from '../../testing/values.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

const base = `${wellnessBase}/user`
const password = 'correct horse battery'
const nextPassword = 'staple gun umbrella'
const signUp = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  call('POST', `${base}/signup`, { body: { name: 'Ada Test', email, password, ...more }, headers })
const verify = (
  email: string,
  otp: string,
  more: object = {},
  headers: Record<string, string> = {},
  from?: string,
) => call('POST', `${base}/verify`, { body: { email, otp, ...more }, headers, from })
const logIn = (email: string, secret = password, more: object = {}, headers: Record<string, string> = {}) =>
  call('POST', `${base}/login`, { body: { email, password: secret, ...more }, headers })
const resend = (email: string, from?: string) => call('POST', `${base}/resend-otp`, { body: { email }, from })
const forgot = (email: string, more: object = {}, from?: string) =>
  call('POST', `${base}/forgot-password`, { body: { email, ...more }, from })
const reset = (body: object, from?: string) => call('POST', `${base}/reset-password`, { body, from })
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  call('POST', `${base}/refresh-token`, { body: { refreshToken }, headers })
const profile = (token: string) => call('GET', `${base}/profile`, { as: { token } })
const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111')

async function mailsTo(recipient: string): Promise<string[]> {
  const { host } = await world()
  const { rows } = await sql<{ subject: string }>`
    select subject from platform.mail where recipient = ${recipient} order by id`.execute(host.services.db)
  return rows.map((row) => row.subject)
}

const setUser = async (id: string, change: string) => {
  const { host } = await world()
  await sql`update wellness.users set ${sql.raw(change)} where id = ${id}`.execute(host.services.db)
}

describe('signing up', () => {
  test('mails a code that opens the account with what was typed', async () => {
    const email = newEmail()
    const asked = await signUp(email, { language: 'de', timeZone: 'Asia/Tokyo', dateOfBirth: '1990-02-28' })
    expect(asked.status).toBe(201)
    expect(asked.body.data).toMatchObject({ email, isVerified: false })
    expect(Object.keys(asked.body.data).sort()).toEqual(
      expect.arrayContaining(['email', 'isVerified', 'otpExpiresAt', 'resendAvailableAt', 'userId']),
    )
    const opened = await verify(email, await lastCode(email))
    expect(opened.status).toBe(200)
    expect(opened.body.data.user).toMatchObject({
      id: asked.body.data.userId,
      email,
      name: 'Ada Test',
      status: 'ACTIVE',
      isVerified: true,
      language: 'de',
      timeZone: 'Asia/Tokyo',
    })
    expect(opened.body.data.mustSetPassword).toBeUndefined()
    expect((await profile(opened.body.data.accessToken)).body.data).toMatchObject({
      dateOfBirth: '1990-02-28',
      preferences: { timeZone: 'Asia/Tokyo', dayStart: '00:00', weekStart: 'MON', timeZoneMode: 'AUTO' },
    })
    expect((await logIn(email)).status).toBe(200)
  })

  test('a verified address is taken, in any spelling; one being deleted says so', async () => {
    const user = await newUser()
    expectProblem(await signUp(user.email.toUpperCase()), 409, 'EMAIL_ALREADY_REGISTERED', 'body.email')
    await setUser(user.id, `status = 'PENDING_DELETION'`)
    expectProblem(await signUp(user.email), 409, 'ACCOUNT_PENDING_DELETION', 'body.email')
  })

  test('refuses guessable passwords, children, unknown zones and unknown referral codes', async () => {
    const weak = await signUp(newEmail(), { password: 'password123' })
    expectProblem(weak, 400, 'WEAK_PASSWORD', 'body.password')
    const now = new Date()
    const child = `${now.getUTCFullYear() - 12}-01-01`
    expectProblem(await signUp(newEmail(), { dateOfBirth: child }), 400, 'UNDERAGE', 'body.dateOfBirth')
    expectProblem(
      await signUp(newEmail(), { dateOfBirth: '1990-02-30' }),
      400,
      'VALIDATION_FAILED',
      'body.dateOfBirth',
    )
    expectProblem(
      await signUp(newEmail(), { timeZone: 'Mars/Base' }),
      400,
      'VALIDATION_FAILED',
      'body.timeZone',
    )
    expectProblem(
      await signUp(newEmail(), {}, { timeZone: 'Mars/Base' }),
      400,
      'VALIDATION_FAILED',
      'headers.timeZone',
    )
    const unknown = await signUp(newEmail(), { referralCode: 'NOBODY99' })
    expectProblem(unknown, 400, 'REFERRAL_CODE_INVALID', 'body.referralCode')
  })

  test('a referral code in any case is remembered with the account', async () => {
    const { host } = await world()
    const referrer = await newUser()
    const { referralCode } = (await profile(referrer.token)).body.data
    const email = newEmail()
    await signUp(email, { referralCode: referralCode.toLowerCase() })
    const { body } = await verify(email, await lastCode(email))
    const { rows } = await sql<{ referred_by_id: string }>`
      select referred_by_id from wellness.users where id = ${body.data.user.id}`.execute(host.services.db)
    expect(rows[0]?.referred_by_id).toBe(referrer.id)
  })

  test('each sign-up of an unproved address is its own: the device that proves it decides whose password counts', async () => {
    const email = newEmail()
    const phone = { deviceId: 'owners-phone' }
    const first = await signUp(
      email,
      { password: 'the squatters secret', name: 'Squatter' },
      { deviceId: 'squatters-phone' },
    )
    const squattersCode = await lastCode(email)
    const second = await signUp(email, { name: 'Owner' }, phone)
    expect(second.body.data.userId).toBe(first.body.data.userId)
    const opened = await verify(email, await lastCode(email), {}, phone)
    expect(opened.body.data.user.name).toBe('Owner')
    expectProblem(await logIn(email, 'the squatters secret'), 401, 'INVALID_CREDENTIALS')
    expect((await logIn(email)).status).toBe(200)
    expectProblem(await verify(email, squattersCode), 400, 'OTP_INVALID')
  })

  test('where no device tells two sign-ups apart, neither password opens the account', async () => {
    const email = newEmail()
    await signUp(email)
    await signUp(email, { password: 'the squatters secret' })
    const opened = await verify(email, await lastCode(email))
    expect(opened.body.data).toMatchObject({ mustSetPassword: true })
    for (const secret of [password, 'the squatters secret'])
      expectProblem(await logIn(email, secret), 401, 'INVALID_CREDENTIALS')
  })

  test('a code typed on another device opens the account without the password', async () => {
    const email = newEmail()
    await signUp(email, {}, { deviceId: 'phone-of-somebody' })
    const opened = await verify(email, await lastCode(email), {}, { deviceId: 'my-phone' })
    expect(opened.body.data).toMatchObject({ mustSetPassword: true })
    expectProblem(await logIn(email), 401, 'INVALID_CREDENTIALS')
    const { resetToken } = opened.body.data
    expect((await reset({ email, resetToken, newPassword: nextPassword })).status).toBe(200)
    expect((await logIn(email, nextPassword)).status).toBe(200)
  })

  test('strangers who sign up with an address five times do not keep its owner out', async () => {
    const email = newEmail()
    for (let sent = 0; sent < 7; sent += 1)
      await later(seconds(61) * sent, async () => {
        const squatter = await signUp(email, { name: 'Squatter' }, { deviceId: `squatter-${sent}` })
        expect(squatter.status).toBe(201)
      })
    expect(await mailsTo(email)).toHaveLength(5)
    await later(minutes(30), async () => {
      const own = { deviceId: 'own-phone' }
      expect((await signUp(email, { name: 'Owner' }, own)).status).toBe(201)
      const opened = await verify(email, await lastCode(email), {}, own)
      expect(opened.body.data).toMatchObject({ user: { name: 'Owner' } })
      expect(opened.body.data).not.toHaveProperty('mustSetPassword')
      expect((await logIn(email)).status).toBe(200)
    })
  })
})

test('only codes that are sent count; beyond five an hour the asking is answered alike', async () => {
  const user = await newUser()
  for (const email of [user.email, newEmail()])
    for (let minute = 0; minute < 8; minute += 1)
      for (let tap = 0; tap < 3; tap += 1)
        expect(await later(seconds(61) * minute, () => forgot(email))).toMatchObject({ status: 200 })
  const resets = async () =>
    (await mailsTo(user.email)).filter((subject) => subject === 'Reset your Plaza wellness password').length
  expect(await resets()).toBe(5)
  await later(minutes(40), async () => {
    expect((await forgot(user.email)).status).toBe(200)
    expect(await resets()).toBe(5)
    const otp = await lastCode(user.email)
    expect((await reset({ email: user.email, otp, newPassword: nextPassword })).status).toBe(200)
  })
})

test('who asks which addresses are taken uses up the budget of their network address', async () => {
  const user = await newUser()
  const { host, clock } = await world()
  const from = newAddress()
  await sql`
    insert into platform.attempt (key, count, window_ends_at)
    values (${`accounts from wellness ${from}`}, 599, ${new Date(clock.now().getTime() + minutes(5))})`.execute(
    host.services.db,
  )
  const ask = (email: string) =>
    call('POST', `${base}/signup`, { body: { name: 'Eve', email, password }, from })
  expectProblem(await ask(user.email), 409, 'EMAIL_ALREADY_REGISTERED')
  expectProblem(await ask(newEmail()), 429, 'RATE_LIMITED')
})

test('all credentials asked for from one network come out of one budget', async () => {
  const { app, host } = await world()
  const ask = (remoteAddress: string, what: string, body: object) =>
    app.inject({ method: 'POST', url: `${base}/${what}`, remoteAddress, payload: body })
  const forgetful = { email: newEmail() }
  const network = '2001:db8:7:7'
  expect((await ask(`${network}::1`, 'forgot-password', forgetful)).statusCode).toBe(200)
  await sql`update platform.attempt set count = 600 where key like ${`accounts from%${network}%`}`.execute(
    host.services.db,
  )
  const credentials = { email: newEmail(), password }
  const otp = '123456'
  for (const [what, body] of [
    ['login', credentials],
    ['signup', { ...credentials, name: 'Ada' }],
    ['resend-otp', forgetful],
    ['forgot-password', forgetful],
    ['verify', { ...forgetful, otp }],
    ['reset-password', { ...forgetful, otp, newPassword: password }],
  ] as const) {
    const answer = await ask(`${network}:8::2`, what, body)
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await ask('2001:db8:7:8::1', 'forgot-password', forgetful)).statusCode).toBe(200)
  const after = await later(minutes(5), () => ask(`${network}::1`, 'forgot-password', forgetful))
  expect(after.statusCode).toBe(200)
})

describe('verifying', () => {
  test('counts wrong codes down to a lock, which a new code opens', async () => {
    const email = newEmail()
    const from = newAddress()
    const tryIt = (otp: string) => verify(email, otp, {}, {}, from)
    await call('POST', `${base}/signup`, { body: { name: 'Ada Test', email, password }, from })
    const code = await lastCode(email)
    const left: unknown[] = []
    for (let wrong = 0; wrong < 4; wrong += 1) {
      const answer = await tryIt(wrongOf(code))
      expectProblem(answer, 400, 'OTP_INVALID', 'body.otp')
      left.push((answer.body.error as unknown as { details: { attemptsLeft: number } }).details.attemptsLeft)
    }
    expect(left).toEqual([4, 3, 2, 1])
    expectProblem(await tryIt(wrongOf(code)), 429, 'OTP_LOCKED')
    expectProblem(await tryIt(code), 429, 'OTP_LOCKED')
    expect((await resend(email, from)).status).toBe(200)
    const fresh = await lastCode(email)
    expect(fresh).not.toBe(code)
    expect((await tryIt(fresh)).status).toBe(200)
  })

  test('a code lives ten minutes, and an unknown address has none', async () => {
    const email = newEmail()
    await signUp(email)
    const code = await lastCode(email)
    expectProblem(await later(minutes(10), () => verify(email, code)), 400, 'OTP_EXPIRED', 'body.otp')
    expectProblem(await verify(newEmail(), '123456'), 400, 'OTP_INVALID')
    expectProblem(await verify(email, 'abcdef'), 400, 'VALIDATION_FAILED', 'body.otp')
  })

  test('takes the code as a number too', async () => {
    const email = newEmail()
    await signUp(email)
    const otp = Number(await lastCode(email))
    const { status } = await call('POST', `${base}/verify`, { body: { email, otp } })
    expect(status).toBe(200)
  })

  test('greets once, in the inbox too', async () => {
    const user = await newUser()
    const { body } = await call('GET', `${wellnessBase}/notification`, { as: user })
    expect(body.data).toMatchObject([{ recipient: user.id, category: 'SYSTEM', isRead: false }])
  })
})

describe('what cannot be found out later', () => {
  test('when an address was proved, however that came about', async () => {
    const { clock, host } = await world()
    const verifiedAt = async (email: string) => {
      const { rows } = await sql<{ verified_at: Date | null }>`
        select verified_at from wellness.users where email = ${email}`.execute(host.services.db)
      return rows[0]?.verified_at
    }
    const [byCode, byReset] = [newEmail(), newEmail()]
    for (const email of [byCode, byReset]) {
      await signUp(email)
      expect(await verifiedAt(email)).toBeNull()
    }
    const since = clock.now()
    await verify(byCode, await lastCode(byCode))
    await forgot(byReset)
    await reset({ email: byReset, otp: await lastCode(byReset), newPassword: nextPassword })
    for (const email of [byCode, byReset]) {
      const at = await verifiedAt(email)
      expect(at && at >= since && at <= clock.now()).toBe(true)
    }
  })

  test('on which days, and in which hours of them, somebody was there', async () => {
    const { clock, host } = await world()
    const ada = await newUser()
    const days = async () => {
      await host.services.writeBehind.flush()
      const { rows } = await sql<{ day: string; hours: number; written: string }>`
        select day, hours, xmin::text as written from wellness.active_day where user_id = ${ada.id} order by day`.execute(
        host.services.db,
      )
      return rows
    }
    expect(await days()).toEqual([])
    const asked: Date[] = []
    const msOfDay = clock.now().getTime() % hours(24)
    // At 05:10 of the day after, at 07:10 of it, and at 05:10 of the next.
    for (const ms of [hours(29), hours(31), hours(53)])
      await later(ms - msOfDay + minutes(10), async () => {
        const { body } = await logIn(ada.email)
        asked.push(clock.now())
        await profile(body.data.accessToken)
        const before = await days()
        await profile(body.data.accessToken)
        expect(await days()).toEqual(before)
      })
    const [first = '', , last = ''] = asked.map((at) => at.toISOString().slice(0, 10))
    expect(await days()).toMatchObject([
      { day: first, hours: (1 << 5) | (1 << 7) },
      { day: last, hours: 1 << 5 },
    ])
  })
})

describe('asking for the code again', () => {
  test('repeats the same code after a minute, not before', async () => {
    const email = newEmail()
    await signUp(email)
    const code = await lastCode(email)
    expectProblem(await resend(email), 429, 'OTP_RESEND_TOO_SOON')
    expect(await later(seconds(61), () => resend(email))).toMatchObject({ status: 200 })
    expect(await mailsTo(email)).toHaveLength(2)
    expect(await lastCode(email)).toBe(code)
  })

  test('tells nobody which addresses have an account', async () => {
    const user = await newUser()
    const stranger = newEmail()
    const before = (await mailsTo(user.email)).length
    const known = await resend(user.email)
    const unknown = await resend(stranger)
    for (const answer of [known, unknown])
      expect(Object.keys(answer.body.data).sort()).toEqual(['otpExpiresAt', 'resendAvailableAt'])
    expect([known.status, known.body.message]).toEqual([unknown.status, unknown.body.message])
    for (const email of [user.email, stranger]) expectProblem(await resend(email), 429, 'OTP_RESEND_TOO_SOON')
    expect(await mailsTo(user.email)).toHaveLength(before)
    expect(await mailsTo(stranger)).toEqual([])
  })
})

test('a server that is set to show codes shows them where they are asked for', async () => {
  const { host } = await world()
  const email = newEmail()
  expect((await signUp(email)).body.data).not.toHaveProperty('devOtp')
  host.services.settings.showsCodes = true
  try {
    const { body } = await signUp(email)
    expect(body.data.devOtp).toBe(await lastCode(email))
    const again = await later(minutes(11), () => resend(email))
    expect(again.body.data.devOtp).toBe(await lastCode(email))
    expect((await resend(newEmail())).body.data).not.toHaveProperty('devOtp')
  } finally {
    host.services.settings.showsCodes = false
  }
})

describe('signing in', () => {
  test('gives tokens, notes the zone, and mails about a new device', async () => {
    const user = await newUser({ deviceId: 'first' })
    const answer = await logIn(
      user.email,
      user.password,
      {},
      { deviceId: 'second', deviceType: 'android', timeZone: 'America/Lima' },
    )
    expect(answer.body.data).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 900,
      isProfileComplete: false,
      user: { id: user.id, timeZone: 'America/Lima' },
    })
    expect((await lastMail(user.email)).subject).toBe('New sign-in to Plaza wellness')
    expectProblem(
      await logIn(user.email, user.password, {}, { deviceType: 'toaster' }),
      400,
      'VALIDATION_FAILED',
      'headers.deviceType',
    )
  })

  test('a wrong password and an unknown address look the same', async () => {
    const user = await newUser()
    const wrong = await logIn(user.email, 'not the password')
    const unknown = await logIn(newEmail())
    for (const answer of [wrong, unknown]) expectProblem(answer, 401, 'INVALID_CREDENTIALS')
    expect(wrong.body.message).toBe(unknown.body.message)
  })

  test('ten failures throttle an address for a quarter of an hour', async () => {
    const user = await newUser()
    for (let failed = 0; failed < 10; failed += 1)
      expect((await logIn(user.email, 'not the password')).status).toBe(401)
    const throttled = await logIn(user.email, user.password)
    expectProblem(throttled, 429, 'LOGIN_THROTTLED')
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
    expect(await later(minutes(15), () => logIn(user.email, user.password))).toMatchObject({ status: 200 })
  })

  test('an unproved address is told so with the right password only, and the code comes again', async () => {
    const email = newEmail()
    await signUp(email)
    expectProblem(await logIn(email, 'not the password'), 401, 'INVALID_CREDENTIALS')
    expectProblem(await logIn(email), 403, 'ACCOUNT_NOT_VERIFIED')
    expect(await mailsTo(email)).toHaveLength(1)
    await later(seconds(61), () => logIn(email))
    expect(await mailsTo(email)).toHaveLength(2)
    expect((await verify(email, await lastCode(email))).status).toBe(200)
  })

  test('a suspension ends sessions and sign-ins until it is over', async () => {
    const user = await newUser()
    const until = new Date(Date.now() + days(1)).toISOString()
    await setUser(
      user.id,
      `status = 'SUSPENDED', suspended_until = '${until}', suspension_reason = 'Rude to the coach'`,
    )
    const answer = await logIn(user.email, user.password)
    expectProblem(answer, 403, 'ACCOUNT_SUSPENDED')
    expect(answer.body.error).toMatchObject({ details: { until, reason: 'Rude to the coach' } })
    expectProblem(await profile(user.token), 401, 'SESSION_REVOKED')
    expectProblem(await refresh(user.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    expect(await later(days(1) + 1000, () => refresh(user.refreshToken))).toMatchObject({ status: 200 })
    expect(await later(days(1) + 1000, () => logIn(user.email, user.password))).toMatchObject({ status: 200 })
  })

  test('an account that is being deleted says until when it can be restored', async () => {
    const user = await newUser()
    await setUser(user.id, `status = 'PENDING_DELETION', purge_at = '2999-01-01T00:00:00Z'`)
    const answer = await logIn(user.email, user.password)
    expectProblem(answer, 403, 'ACCOUNT_PENDING_DELETION')
    expect(answer.body.error).toMatchObject({ details: { purgeAt: '2999-01-01T00:00:00.000Z' } })
  })

  test('a push token follows the latest sign-in and leaves with the session', async () => {
    const { host } = await world()
    const [first, second] = [await newUser(), await newUser()]
    const deviceToken = incompressible.slice(36) + newId()
    const owners = async () =>
      (
        await sql<{
          user_id: string
        }>`select user_id from wellness.device where push_token = ${deviceToken}`.execute(host.services.db)
      ).rows.map((row) => row.user_id)
    await logIn(first.email, first.password, { deviceToken }, { deviceId: 'shared' })
    expect(await owners()).toEqual([first.id])
    const { body } = await logIn(second.email, second.password, { deviceToken }, { deviceId: 'shared' })
    expect(await owners()).toEqual([second.id])
    await call('POST', `${base}/logout`, { as: { token: body.data.accessToken }, body: {} })
    expect(await owners()).toEqual([])
  })

  test('the pools of people are apart', async () => {
    const user = await newUser()
    const member = await newMember()
    const admin = await newWellnessAdmin()
    expectProblem(await profile(member.token), 401, 'TOKEN_INVALID')
    expectProblem(await profile(admin.token), 403, 'FORBIDDEN')
    expectProblem(
      await call('GET', '/api/v1/notification-mgt/unread-count', { as: user }),
      401,
      'TOKEN_INVALID',
    )
    expectProblem(await logIn(admin.email, admin.password), 401, 'INVALID_CREDENTIALS')
    expectProblem(await refresh(admin.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
  })
})

describe('a forgotten password', () => {
  test('is reset with the mailed code, once, and every session ends', async () => {
    const user = await newUser()
    expect((await forgot(user.email)).status).toBe(200)
    const otp = await lastCode(user.email)
    expect((await reset({ email: user.email, otp, newPassword: nextPassword })).status).toBe(200)
    expectProblem(await profile(user.token), 401, 'SESSION_REVOKED')
    expectProblem(await refresh(user.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    expectProblem(await logIn(user.email, user.password), 401, 'INVALID_CREDENTIALS')
    expect((await logIn(user.email, nextPassword)).status).toBe(200)
    expectProblem(
      await reset({ email: user.email, otp, newPassword: 'yet another secret' }),
      400,
      'OTP_INVALID',
    )
    expect(await mailsTo(user.email)).toContain('Your Plaza wellness password was changed')
  })

  test('can be verified first, for a token that works once and only with its address', async () => {
    const user = await newUser()
    const other = await newUser()
    await forgot(user.email)
    const proved = await verify(user.email, await lastCode(user.email), { purpose: 'FORGOT_PASSWORD' })
    expect(Object.keys(proved.body.data)).toEqual(['resetToken'])
    const { resetToken } = proved.body.data
    expectProblem(
      await reset({ email: other.email, resetToken, newPassword: nextPassword }),
      400,
      'RESET_TOKEN_INVALID',
      'body.resetToken',
    )
    expect((await reset({ email: user.email, resetToken, newPassword: nextPassword })).status).toBe(200)
    expectProblem(
      await reset({ email: user.email, resetToken, newPassword: 'yet another secret' }),
      400,
      'RESET_TOKEN_INVALID',
    )
    expect((await logIn(other.email, other.password)).status).toBe(200)
  })

  test('by a code ends the tokens that were handed out, by a token the code that was sent', async () => {
    const user = await newUser()
    const newToken = async () => {
      await forgot(user.email)
      const otp = await lastCode(user.email)
      return (await verify(user.email, otp, { purpose: 'FORGOT_PASSWORD' })).body.data.resetToken
    }
    const { email } = user
    const early = await newToken()
    await later(seconds(61), async () => {
      await forgot(email)
      const otp = await lastCode(email)
      expect((await reset({ email, otp, newPassword: nextPassword })).status).toBe(200)
      const stolen = await reset({ email, resetToken: early, newPassword: 'a thief chose this' })
      expectProblem(stolen, 400, 'RESET_TOKEN_INVALID', 'body.resetToken')
    })
    await later(minutes(5), async () => {
      const resetToken = await newToken()
      await forgot(email)
      const otp = await lastCode(email)
      expect((await reset({ email, resetToken, newPassword: 'yet another secret' })).status).toBe(200)
      expectProblem(await reset({ email, otp, newPassword: 'a thief chose this' }), 400, 'OTP_INVALID')
    })
  })

  test('of an address that was never proved opens the account as the latest sign-up asked', async () => {
    const email = newEmail()
    await signUp(email, { name: 'Squatter', dateOfBirth: '1970-01-01' })
    await signUp(email, { name: 'Owner', dateOfBirth: '1990-02-28', language: 'de', timeZone: 'Asia/Tokyo' })
    await forgot(email)
    expect((await reset({ email, otp: await lastCode(email), newPassword: nextPassword })).status).toBe(200)
    expectProblem(await logIn(email), 401, 'INVALID_CREDENTIALS')
    const { body } = await logIn(email, nextPassword)
    expect(body.data.user).toMatchObject({ name: 'Owner', language: 'de', timeZone: 'Asia/Tokyo' })
    expect((await profile(body.data.accessToken)).body.data.dateOfBirth).toBe('1990-02-28')
    expect(await mailsTo(email)).toContain('Willkommen bei Plaza Wellness')
  })

  test('a refused new password keeps the code', async () => {
    const user = await newUser()
    const { email } = user
    await forgot(email)
    const otp = await lastCode(email)
    const weak = await reset({ email, otp, newPassword: 'password123' })
    expectProblem(weak, 400, 'WEAK_PASSWORD', 'body.newPassword')
    expectProblem(
      await reset({ email, otp, newPassword: nextPassword, confirmPassword: 'else' }),
      400,
      'PASSWORDS_DIFFER',
      'body.confirmPassword',
    )
    const reused = await reset({ email, otp, newPassword: user.password })
    expectProblem(reused, 400, 'PASSWORD_REUSED', 'body.newPassword')
    expectProblem(await reset({ email, newPassword: nextPassword }), 400, 'VALIDATION_FAILED', 'body.otp')
    expect((await reset({ email, otp, newPassword: nextPassword })).status).toBe(200)
    await later(minutes(2), async () => {
      await forgot(email)
      const again = await lastCode(email)
      expectProblem(await reset({ email, otp: again, newPassword: user.password }), 400, 'PASSWORD_REUSED')
    })
  })

  test('an unknown address gets the same answers, try for try', async () => {
    const user = await newUser()
    const unknown = newEmail()
    const transcript = async (email: string) => {
      const from = newAddress()
      const asked = await forgot(email, {}, from)
      const answers = [[asked.status, asked.body.message]]
      const right = email === user.email ? await lastCode(email) : '000000'
      for (let wrong = 0; wrong < 5; wrong += 1) {
        const guess = { email, otp: wrongOf(right), newPassword: nextPassword }
        const { status, body } = await reset(guess, from)
        const { requestId: _, ...error } = body.error as { code: string; requestId?: string }
        answers.push([status, JSON.stringify(error)])
      }
      return answers
    }
    const known = await transcript(user.email)
    expect(await transcript(unknown)).toEqual(known)
    expect(known.at(-1)?.[0]).toBe(429)
    expect(await mailsTo(unknown)).toEqual([])
  })

  test('an expired code does nothing', async () => {
    const user = await newUser()
    await forgot(user.email)
    const otp = await lastCode(user.email)
    expectProblem(
      await later(minutes(10), () => reset({ email: user.email, otp, newPassword: nextPassword })),
      400,
      'OTP_EXPIRED',
    )
    expect((await logIn(user.email, user.password)).status).toBe(200)
  })

  test('of many resets with one code, one wins', async () => {
    const user = await newUser()
    await forgot(user.email)
    const otp = await lastCode(user.email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        reset({ email: user.email, otp, newPassword: `${nextPassword} ${n}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('sessions', () => {
  test('an expired token is not in the way of the next pair, and ends its own session and no other', async () => {
    const user = await newUser()
    await later(minutes(16), async () => {
      const ask = (name: string, body: object) => call('POST', `${base}/${name}`, { as: user, body })
      const next = await ask('refresh-token', { refreshToken: user.refreshToken })
      expect(next.status).toBe(200)
      expectProblem(await ask('logout', { allDevices: true }), 401, 'TOKEN_EXPIRED')
      expect((await ask('logout', {})).status).toBe(200)
      expectProblem(await refresh(next.body.data.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    })
  })

  test('a refreshed pair works, and for two minutes a lost answer can be asked for again', async () => {
    const user = await newUser()
    const next = await refresh(user.refreshToken)
    // Nothing else in between: of the two minutes ten seconds are left.
    const again = await later(seconds(110), () => refresh(user.refreshToken))
    expect(again.body.data.refreshToken).toBe(next.body.data.refreshToken)
    expect((await profile(next.body.data.accessToken)).status).toBe(200)
    expect((await refresh(again.body.data.refreshToken)).status).toBe(200)
    expectProblem(await refresh('nobody-ever-had-this-token'), 401, 'REFRESH_TOKEN_INVALID')
  })

  test.each([
    ['after two minutes', minutes(2) + 1, {}],
    ['from another phone', 0, { deviceId: 'thief' }],
    ['by another app', 0, { deviceId: 'mine', 'user-agent': 'thief/1.0' }],
  ])('a used token that comes back %s ends the session, and the owner hears', async (_, ms, headers) => {
    const user = await newUser()
    const next = await refresh(user.refreshToken, { deviceId: 'mine' })
    const thief = await later(ms, () => refresh(user.refreshToken, { deviceId: 'mine', ...headers }))
    expectProblem(thief, 401, 'REFRESH_TOKEN_INVALID')
    expectProblem(await refresh(next.body.data.refreshToken), 401, 'REFRESH_TOKEN_INVALID')
    expectProblem(await profile(next.body.data.accessToken), 401, 'SESSION_REVOKED')
    expect((await lastMail(user.email)).subject).toBe('A Plaza wellness session was ended')
  })

  test('are listed and ended one by one, only by their owner', async () => {
    const user = await newUser({ deviceId: 'first' })
    const stranger = await newUser()
    const second = await logIn(user.email, user.password, {}, { deviceId: 'second' })
    const { body } = await call('GET', `${base}/session`, { as: user })
    expect(body.data).toHaveLength(2)
    const other = body.data.find((session: { isCurrent: boolean }) => !session.isCurrent)
    expect(other.deviceId).toBe('second')
    expectProblem(
      await call('DELETE', `${base}/session/${other.id}`, { as: stranger }),
      404,
      'NO_SUCH_SESSION',
    )
    expect((await profile(second.body.data.accessToken)).status).toBe(200)
    expect((await call('DELETE', `${base}/session/${other.id}`, { as: user })).status).toBe(200)
    expectProblem(await profile(second.body.data.accessToken), 401, 'SESSION_REVOKED')
    expectProblem(await call('DELETE', `${base}/session/${other.id}`, { as: user }), 404, 'NO_SUCH_SESSION')
    expect((await profile(user.token)).status).toBe(200)
  })

  test('logging out ends this one, or all', async () => {
    const user = await newUser()
    const second = (await logIn(user.email, user.password)).body.data.accessToken
    const third = (await logIn(user.email, user.password)).body.data.accessToken
    expect((await call('POST', `${base}/logout`, { as: user, body: {} })).status).toBe(200)
    expectProblem(await profile(user.token), 401, 'SESSION_REVOKED')
    expect((await profile(second)).status).toBe(200)
    await call('POST', `${base}/logout`, { as: { token: second }, body: { allDevices: true } })
    expectProblem(await profile(third), 401, 'SESSION_REVOKED')
    expectProblem(await call('POST', `${base}/logout`, { body: {} }), 401, 'AUTH_REQUIRED')
  })
})
