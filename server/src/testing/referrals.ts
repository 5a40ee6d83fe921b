import { sql } from 'kysely'
import { days } from '../platform/clock.ts'
import { newCategory, newExercise } from './exercises.ts'
import { call, granted, lastCode, later, newAddress, newEmail, type TestPerson, world } from './kit.ts'
import { newUser, newWellnessAdmin, wellnessBase } from './wellness.ts'
import { password } from './wellness-rows.ts'

interface Arriving {
  name?: string
  email?: string
  deviceId?: string
}

export const codeOf = async (as: TestPerson): Promise<string> =>
  (await granted(call('GET', `${wellnessBase}/user/referral/stats`, { as }))).body.data.code

/** Asks for an account by somebody's code. */
export async function signUpBy(
  referrer: TestPerson,
  { name = 'Grace Hopper', email = newEmail(), deviceId }: Arriving = {},
): Promise<{ email: string; headers: Record<string, string>; from: string }> {
  const headers: Record<string, string> = deviceId ? { deviceId } : {}
  const from = newAddress()
  const body = { name, email, password, referralCode: await codeOf(referrer), timeZone: 'UTC' }
  await granted(call('POST', `${wellnessBase}/user/signup`, { from, body, headers }))
  return { email, headers, from }
}

/** Somebody who came by another one's code, and the referral. */
export async function newReferral(
  referrer: TestPerson,
  arriving: Arriving = {},
): Promise<{ referralId: string; referee: TestPerson }> {
  const { email, headers, from } = await signUpBy(referrer, arriving)
  const { body } = await granted(
    call('POST', `${wellnessBase}/user/verify`, {
      from,
      headers,
      body: { email, otp: await lastCode(email) },
    }),
  )
  const { accessToken: token, refreshToken, user } = body.data
  const referee = { id: user.id, address: from, token, refreshToken, email, password }
  return { referralId: await referralIdOf(referee), referee }
}

export async function referralIdOf(referee: { id: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from wellness.referral where referee_id = ${referee.id}`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.id ?? ''
}

export async function newPracticeExercise(): Promise<string> {
  const admin = await newWellnessAdmin()
  return newExercise(admin, await newCategory(admin))
}

/** Finishes an exercise, so many days from now. */
export async function practise(as: TestPerson, exerciseId: string, inDays = 0): Promise<void> {
  await later(days(inDays), async () =>
    granted(
      call('POST', `${wellnessBase}/user/wellness`, { as: await signedInAgain(as), query: { exerciseId } }),
    ),
  )
}

/** The person again, when the clock has run past their access token. */
export async function signedInAgain(person: TestPerson): Promise<TestPerson> {
  const { address: from, email } = person
  const body = { email, password: person.password }
  const answer = await granted(call('POST', `${wellnessBase}/user/login`, { from, body }))
  return { ...person, token: answer.body.data.accessToken }
}

/** A referral whose reward was due a moment ago. */
export async function newDueReferral(referrer?: TestPerson): Promise<string> {
  const { referralId } = await newReferral(referrer ?? (await newUser()))
  await sql`
    update wellness.referral set state = 'QUALIFIED', qualified_at = joined_at, reward_due_at = joined_at
    where id = ${referralId}`.execute((await world()).host.services.db)
  return referralId
}
