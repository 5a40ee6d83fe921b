import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newCategory, newExercise } from '../../testing/exercises.ts'
import { call, expectProblem, world } from '../../testing/kit.ts'
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
    streak: { current: 0, best: 0, freezes: 0 },
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
