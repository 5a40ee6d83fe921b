import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { call, expectProblem, granted, type TestPerson, world } from '../../testing/kit.ts'
import { newQuestion } from '../../testing/questionnaires.ts'
import { heardOf, subscribe } from '../../testing/subscribers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

test('a profile has everything its owner may see, and no secret', async () => {
  const user = await newUser({ name: 'Ada' })
  const { status, body } = await call('GET', `${wellnessBase}/user/profile`, { as: user })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    id: user.id,
    version: expect.any(Number),
    name: 'Ada',
    email: user.email,
    isVerified: true,
    status: 'ACTIVE',
    profileImage: null,
    bio: null,
    gender: null,
    dateOfBirth: null,
    heightCm: null,
    weightKg: null,
    preferences: {
      language: 'en',
      timeZone: 'Europe/Berlin',
      timeZoneMode: 'AUTO',
      dayStart: '00:00',
      weekStart: 'MON',
      minPracticeMinutes: 0,
      nextMinPracticeMinutes: null,
      notifications: {
        push: true,
        email: true,
        inApp: true,
        reminders: true,
        marketing: true,
        goalUpdates: true,
        subscription: true,
        quietHours: { enabled: false, start: '22:00', end: '07:00' },
      },
    },
    location: null,
    streak: { current: 0, best: 0, freezes: 0 },
    subscription: null,
    consentGates: [],
    referralCode: expect.stringMatching(/^[A-Z0-9]{8}$/),
    isProfileComplete: false,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expectProblem(await call('GET', `${wellnessBase}/user/profile`), 401, 'AUTH_REQUIRED')
})

test('it tells the days in a row with practice, and what somebody said they want to hear of', async () => {
  const { host, clock } = await world()
  const [user, admin] = [await newUser({ timeZone: 'UTC' }), await newWellnessAdmin()]
  const exerciseId = await newExercise(admin, await newCategory(admin))
  for (const daysAgo of [0, 1, 3])
    await call('POST', `${wellnessBase}/user/wellness`, {
      as: user,
      query: { exerciseId },
      headers: { occurredAt: new Date(clock.now().getTime() - days(daysAgo)).toISOString() },
    })
  await sql`
    insert into wellness.preference (user_id, marketing, has_quiet_hours, quiet_start_minutes, quiet_end_minutes, updated_at)
    values (${user.id}, false, true, 1290, 375, ${clock.now()})`.execute(host.services.db)
  const { body } = await call('GET', `${wellnessBase}/user/profile`, { as: user })
  expect(body.data.streak).toEqual({ current: 2, best: 2, freezes: 0 })
  expect(body.data.preferences.notifications).toMatchObject({
    marketing: false,
    email: true,
    quietHours: { enabled: true, start: '21:30', end: '06:15' },
  })
})

test('it tells of the subscription that is in force, and no other', async () => {
  const user = await newUser()
  const subscriptionOf = async () =>
    (await call('GET', `${wellnessBase}/user/profile`, { as: user })).body.data.subscription
  const purchase = await subscribe(user)
  const subscription = { store: 'google', productId: 'monthly', expiresAt: expect.any(String) }
  expect(await subscriptionOf()).toEqual({ ...subscription, willRenew: true })
  purchase.becomes('CANCELED')
  await heardOf(purchase, 'CANCELED')
  expect(await subscriptionOf()).toEqual({ ...subscription, willRenew: false })
  purchase.becomes('EXPIRED')
  await heardOf(purchase, 'EXPIRED')
  expect(await subscriptionOf()).toBeNull()
})

const update = (as: TestPerson, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${wellnessBase}/user/profile`, { as, body, headers })

test('what somebody says of themselves is kept, and what they do not say stays', async () => {
  const user = await newUser()
  const first = await update(user, { gender: 'SELF_DESCRIBED', dateOfBirth: '1990-05-17', heightCm: 171.5 })
  expect(first.body.data).toMatchObject({
    gender: 'SELF_DESCRIBED',
    dateOfBirth: '1990-05-17',
    heightCm: 171.5,
    weightKg: null,
    isProfileComplete: true,
  })
  expect(first.body.data).not.toHaveProperty('questionnaire')
  const second = await update(user, {
    weightKg: 64,
    weekStart: 'SUN',
    dayStart: '04:30',
    timeZone: 'Asia/Tokyo',
  })
  expect(second.body.data).toMatchObject({
    heightCm: 171.5,
    weightKg: 64,
    preferences: { weekStart: 'SUN', dayStart: '04:30', timeZone: 'Asia/Tokyo' },
  })
  const { version } = second.body.data
  expect((await update(user, { weightKg: 64, weekStart: 'SUN' })).body.data.version).toBe(version)
  const { body } = await call('GET', `${wellnessBase}/user/profile`, { as: user })
  expect(body.data).toEqual(second.body.data)
})

test('a zone that is chosen holds at once, another start of the day from the next one on', async () => {
  const [user, { host, clock }] = [await newUser({ timeZone: 'UTC' }), await world()]
  for (let time = 0; time < 2; time += 1) await update(user, { timeZone: 'Asia/Tokyo', dayStart: '03:00' })
  const { rows } = await sql<{ began_at: Date; timezone: string; day_start_minutes: number; source: string }>`
    select began_at, timezone, day_start_minutes, source from wellness.zone_history where user_id = ${user.id} order by began_at`.execute(
    host.services.db,
  )
  expect(rows).toMatchObject([
    { timezone: 'UTC', day_start_minutes: 0, source: 'DEVICE' },
    { timezone: 'Asia/Tokyo', day_start_minutes: 0, source: 'PROFILE' },
    { timezone: 'Asia/Tokyo', day_start_minutes: 180, source: 'PROFILE' },
  ])
  const midnight = rows[2]?.began_at ?? new Date(0)
  // Midnight in Tokyo, of the day that is lived there now.
  expect(midnight.toISOString()).toContain('T15:00:00.000Z')
  expect(midnight.getTime() - clock.now().getTime()).toBeLessThanOrEqual(days(1))
})

test('wishes about notices are merged, and the device gets its push messages', async () => {
  const [user, { host }] = [await newUser({ deviceId: 'phone' }), await world()]
  const token = newSecret()
  await update(user, { notificationData: { marketing: false, quietHours: { enabled: true } } })
  const { body } = await update(
    user,
    { notificationData: { goalUpdates: false, quietHours: { start: '21:15' }, deviceToken: token } },
    { deviceId: 'phone', deviceType: 'IOS' },
  )
  expect(body.data.preferences.notifications).toMatchObject({
    push: true,
    marketing: false,
    goalUpdates: false,
    quietHours: { enabled: true, start: '21:15', end: '07:00' },
  })
  const { rows } = await sql`
    select device_id, type from wellness.device where user_id = ${user.id} and push_token = ${token}`.execute(
    host.services.db,
  )
  expect(rows).toEqual([{ device_id: 'phone', type: 'IOS' }])
})

test('where somebody lives is kept to about a kilometre, unless they say otherwise', async () => {
  const user = await newUser()
  const said = { type: 'Point', coordinates: [-9.05678, 53.27194], city: 'Galway', country: 'ie' }
  const rough = await update(user, { locationData: said })
  const galway = { type: 'Point', city: 'Galway', country: 'IE' }
  expect(rough.body.data.location).toEqual({ ...galway, coordinates: [-9.06, 53.27] })
  const exact = await update(user, { locationData: { ...said, isExact: true } })
  expect(exact.body.data.location).toEqual({ ...galway, coordinates: [-9.05678, 53.27194] })
})

test('what somebody answered last comes with the profile, if it is asked for', async () => {
  const [user, admin] = [await newUser(), await newWellnessAdmin()]
  const question = await newQuestion(admin)
  const [first, last] = question.options
  for (const option of [first, last])
    await granted(update(user, { questionnaireData: [{ questionId: question.id, optionIds: [option?.id] }] }))
  const path = `${wellnessBase}/user/profile`
  expect((await call('GET', path, { as: user })).body.data).not.toHaveProperty('answers')
  const { body } = await granted(call('GET', path, { as: user, query: { include: 'answers' } }))
  expect(body.data.answers).toMatchObject([
    {
      instrument: question.instrument,
      status: 'COMPLETED',
      answers: [{ questionId: question.id, optionIds: [last?.id] }],
    },
  ])
})

test('what cannot be is named', async () => {
  const user = await newUser()
  const { clock } = await world()
  const child = new Date(clock.now().getTime() - days(365 * 12)).toISOString().slice(0, 10)
  expectProblem(await update(user, { dateOfBirth: child }), 400, 'UNDERAGE')
  const data = { locationData: { coordinates: [10, 100] } }
  for (const [body, path] of [
    [{ dateOfBirth: '1990-02-30' }, 'body.dateOfBirth'],
    [{ timeZone: 'Mars/Olympus' }, 'body.timeZone'],
    [{ dayStart: '06:01' }, 'body.dayStart'],
    [{ heightCm: 29 }, 'body.heightCm'],
    [{ gender: 'male' }, 'body.gender'],
    [data, 'body.locationData.coordinates.1'],
  ] as const)
    expectProblem(await update(user, body), 400, 'VALIDATION_FAILED', path)
})
