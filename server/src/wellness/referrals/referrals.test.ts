import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import { androidNotice } from '../../testing/android-notices.ts'
import { operationNamed, perform } from '../../testing/arrangements.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  later,
  newEmail,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import {
  codeOf,
  newDueReferral,
  newPracticeExercise,
  newReferral,
  practise,
  signedInAgain,
  signUpBy,
} from '../../testing/referrals.ts'
import { jobsDone } from '../../testing/rows.ts'
import { openCountingApp } from '../../testing/statements.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { password } from '../../testing/wellness-rows.ts'
import { rewardReferrals } from './jobs.ts'
import { mailboxOf } from './signals.ts'

let admin: TestPerson
let exerciseId: string
beforeAll(async () => {
  admin = await newWellnessAdmin()
  exerciseId = await newPracticeExercise()
})

const fetched = async (as: TestPerson, what: string) =>
  (
    await granted(
      call('GET', `${wellnessBase}/user/referral/${what}`, {
        as: await signedInAgain(as),
        query: { limit: 100 },
      }),
    )
  ).body.data
const history = (as: TestPerson) => fetched(as, 'history')
const stats = (as: TestPerson) => fetched(as, 'stats')
const decide = async (id: string, verdict: string, reason = 'We looked at it.') =>
  call('PATCH', `${wellnessBase}/admin/referral/${id}`, {
    as: await signedInAdmin(),
    body: { verdict, reason },
  })
const signedInAdmin = async () => {
  const { address: from, email, password: own } = admin
  const body = { email, password: own }
  const answer = await granted(call('POST', `${wellnessBase}/admin/login`, { from, body }))
  return { ...admin, token: answer.body.data.accessToken }
}
const recordOf = async (userId: string) =>
  (await granted(call('GET', `${wellnessBase}/admin/user/${userId}/referral`, { as: await signedInAdmin() })))
    .body.data
const titles = async (as: TestPerson) =>
  (
    await granted(
      call('GET', `${wellnessBase}/notification`, {
        as: await signedInAgain(as),
        query: { category: 'REFERRAL' },
      }),
    )
  ).body.data.map(({ title }: { title: string }) => title)
const reward = () => runNow(rewardReferrals, {})

/** What stats say is what the history lists and what the ledger comes to. */
async function agree(as: TestPerson) {
  const [{ invited, points, ...counts }, list, detail] = [
    await stats(as),
    await history(as),
    await recordOf(as.id),
  ]
  expect(list).toHaveLength(invited)
  for (const status of ['pending', 'joined', 'qualified', 'rewarded', 'rejected', 'reversed'])
    expect(list.filter((one: { status: string }) => one.status === status.toUpperCase())).toHaveLength(
      counts[status],
    )
  const sum = detail.ledger.reduce((all: number, line: { points: number }) => all + line.points, 0)
  expect({ points, detail: detail.points }).toEqual({ points: sum, detail: sum })
  return { points, ...counts, invited }
}

describe('the course of an invitation', () => {
  test('from the sign-up to the reward, with the dates of each step', async () => {
    const referrer = await newUser()
    const { email, from } = await signUpBy(referrer, { name: 'Grace Brewster Hopper' })
    const [pending] = await history(referrer)
    expect(pending).toMatchObject({
      maskedName: 'G*** B***',
      status: 'PENDING',
      joinedAt: null,
      rewardAt: null,
    })
    expect(JSON.stringify(pending)).not.toContain(email)
    expect(await titles(referrer)).toEqual([])

    const verified = await granted(
      call('POST', `${wellnessBase}/user/verify`, { from, body: { email, otp: await lastCode(email) } }),
    )
    const referee = { ...referrer, id: verified.body.data.user.id, address: from, email, password }
    const [joined] = await history(referrer)
    expect(joined).toMatchObject({ status: 'JOINED', joinedAt: expect.any(String), qualifiedAt: null })
    expect(Date.parse(joined.qualifiesUntil) - Date.parse(joined.joinedAt)).toBe(days(14))
    expect(await titles(referrer)).toEqual(['Your invitation was accepted'])

    await practise(referee, exerciseId)
    await practise(referee, exerciseId)
    expect((await history(referrer))[0].status).toBe('JOINED')
    await practise(referee, exerciseId, 1)
    const [qualified] = await history(referrer)
    expect(qualified).toMatchObject({ status: 'QUALIFIED', waitsFor: null, reward: null })
    expect(Date.parse(qualified.rewardAt) - Date.parse(qualified.qualifiedAt)).toBe(days(14))
    expect((await stats(referrer)).nextReward).toBe(qualified.rewardAt)

    await later(days(14), reward)
    expect((await history(referrer))[0].status).toBe('QUALIFIED')
    await later(days(16), async () => {
      await reward()
      await reward()
      expect((await history(referrer))[0]).toMatchObject({ status: 'REWARDED', reward: 100 })
      expect(await agree(referrer)).toMatchObject({ points: 100, rewarded: 1, invited: 1, nextReward: null })
      expect(await titles(referrer)).toEqual(['You have new points', 'Your invitation was accepted'])
    })
  })

  test('sessions after two weeks, or before joining, lead to nothing', async () => {
    const referrer = await newUser()
    const { referee } = await newReferral(referrer)
    await practise(referee, exerciseId)
    await practise(referee, exerciseId, 15)
    expect((await history(referrer))[0].status).toBe('JOINED')
    const { clock } = await world()
    const occurredAt = new Date(clock.now().getTime() - days(2)).toISOString()
    await granted(
      call('POST', `${wellnessBase}/user/wellness`, {
        as: referee,
        query: { exerciseId },
        headers: { occurredAt },
      }),
    )
    expect((await history(referrer))[0].status).toBe('JOINED')
    // What was done in time counts, even when a phone delivers it late.
    const inTime = new Date(clock.now().getTime() + days(13)).toISOString()
    await later(days(17), async () =>
      granted(
        call('POST', `${wellnessBase}/user/wellness`, {
          as: await signedInAgain(referee),
          query: { exerciseId },
          headers: { occurredAt: inTime },
        }),
      ),
    )
    expect((await history(referrer))[0].status).toBe('QUALIFIED')
  })

  test('it begins at the sign-up that opened the account, and at no other', async () => {
    const [referrer, other] = [await newUser(), await newUser()]
    const email = newEmail()
    await signUpBy(other, { email, deviceId: 'a-strangers-phone' })
    await signUpBy(referrer, { email, deviceId: 'their-own-phone' })
    expect([await history(other), (await history(referrer)).length]).toEqual([[], 1])
    const verify = async (deviceId: string) =>
      granted(
        call('POST', `${wellnessBase}/user/verify`, {
          headers: { deviceId },
          body: { email, otp: await lastCode(email) },
        }),
      )
    await verify('their-own-phone')
    expect((await history(referrer))[0].status).toBe('JOINED')

    const second = newEmail()
    await signUpBy(other, { email: second, deviceId: 'another-phone' })
    await granted(
      call('POST', `${wellnessBase}/user/signup`, {
        headers: { deviceId: 'the-owners-phone' },
        body: { name: 'Owner', email: second, password },
      }),
    )
    await granted(
      call('POST', `${wellnessBase}/user/verify`, {
        headers: { deviceId: 'the-owners-phone' },
        body: { email: second, otp: await lastCode(second) },
      }),
    )
    expect(await history(other)).toEqual([])
  })

  test('practice asks for it only of those who came by one within two weeks', async () => {
    const { app, count } = await openCountingApp()
    const statements = async (person: TestPerson) => {
      const as = await signedInAgain(person)
      // The first look may also note that somebody is active.
      await granted(call('GET', `${wellnessBase}/user/profile`, { as, app }))
      const before = count()
      await granted(call('POST', `${wellnessBase}/user/wellness`, { as, app, query: { exerciseId } }))
      return count() - before
    }
    const [user, { referee }] = [await newUser(), await newReferral(await newUser())]
    const usual = await statements(user)
    expect(await statements(referee)).toBeGreaterThan(usual)
    // By then both have practised before.
    const again = await later(days(15), () => statements(user))
    expect(await later(days(15), () => statements(referee))).toBe(again)
    await app.close()
  })
})

describe('what looks wrong', () => {
  const signalsOf = async (referee: TestPerson) => (await recordOf(referee.id)).invitedBy.signals

  test('the same phone, the same mailbox, a ring, and many in a day', async () => {
    const referrer = await newUser({ deviceId: `phone-${newId()}` })
    const plain = await newReferral(referrer)
    expect(await signalsOf(plain.referee)).toEqual([])

    const { email } = plain.referee
    const dotted = email.replace('p-', 'p.-').replace('@', '+again@')
    const twin = await newReferral(referrer, { email: dotted })
    expect(await signalsOf(twin.referee)).toEqual(['SAME_ADDRESS'])

    const deviceId = `phone-${newId()}`
    const first = await newReferral(referrer, { deviceId })
    const second = await newReferral(referrer, { deviceId })
    expect([await signalsOf(first.referee), await signalsOf(second.referee)]).toEqual([[], ['SAME_DEVICE']])
    // The one who came first by the phone invites, by way of another, the same phone once more.
    const between = await newReferral(first.referee)
    const ring = await newReferral(between.referee, { deviceId })
    expect(await signalsOf(ring.referee)).toEqual(['RING'])

    const busy = await newUser()
    for (let arrived = 0; arrived < 10; arrived += 1) await signUpBy(busy)
    expect(await signalsOf((await newReferral(busy)).referee)).toEqual(['VELOCITY'])
  })

  test('is told by the mailbox that an address leads to', () => {
    for (const [written, mailbox] of [
      ['ada.love+news@example.org', 'adalove@example.org'],
      ['a.d.a@googlemail.com', 'ada@gmail.com'],
      ['plain@example.org', 'plain@example.org'],
    ] as const)
      expect(mailboxOf(written)).toBe(mailbox)
  })

  test('holds the reward until an administrator decides, who finds it in a list', async () => {
    const deviceId = `phone-${newId()}`
    const referrer = await newUser({ deviceId })
    const { referee, referralId } = await newReferral(referrer, { deviceId })
    await practise(referee, exerciseId)
    await practise(referee, exerciseId, 1)
    await later(days(16), async () => {
      await reward()
      expect((await history(referrer))[0]).toMatchObject({
        status: 'QUALIFIED',
        waitsFor: 'REVIEW',
        rewardAt: null,
      })
      const { body } = await granted(
        call('GET', `${wellnessBase}/admin/referral`, {
          as: await signedInAdmin(),
          query: { isHeld: true, referrerId: referrer.id },
        }),
      )
      expect(body.data).toMatchObject([
        { id: referralId, signals: expect.arrayContaining(['SAME_DEVICE']), isHeld: true },
      ])
      for (let time = 0; time < 2; time += 1)
        expect((await decide(referralId, 'APPROVE')).body.data).toMatchObject({
          isHeld: false,
          approvedAt: expect.any(String),
        })
      await jobsDone()
      expect(await agree(referrer)).toMatchObject({ rewarded: 1, points: 100 })
    })
  })
})

describe('a decision', () => {
  test('rejects what was not rewarded, and its reason is read by whoever invited', async () => {
    const referrer = await newUser()
    const { referee, referralId } = await newReferral(referrer)
    for (let time = 0; time < 2; time += 1)
      expect((await decide(referralId, 'REJECT', 'One person, twice.')).body.data).toMatchObject({
        status: 'REJECTED',
      })
    await practise(referee, exerciseId)
    await practise(referee, exerciseId, 1)
    expect(await history(referrer)).toMatchObject([{ status: 'REJECTED', reason: 'One person, twice.' }])
    for (const verdict of ['APPROVE', 'REVERSE'])
      expectProblem(await decide(referralId, verdict), 409, 'VERDICT_NOT_POSSIBLE', 'body.verdict')
    expectProblem(await decide(newId(), 'REJECT'), 404, 'NO_SUCH_REFERRAL')
    expect(await agree(referrer)).toMatchObject({ rejected: 1, points: 0 })
  })

  test('takes a reward back by a line of its own, and once', async () => {
    const referrer = await newUser()
    const referralId = await newDueReferral(referrer)
    await reward()
    expectProblem(await decide(referralId, 'REJECT'), 409, 'VERDICT_NOT_POSSIBLE')
    const answers = await Promise.all([decide(referralId, 'REVERSE'), decide(referralId, 'REVERSE')])
    for (const { body } of answers) expect(body.data).toMatchObject({ status: 'REVERSED', points: 0 })
    const { ledger } = await recordOf(referrer.id)
    expect(ledger.map(({ points }: { points: number }) => points)).toEqual([-100, 100])
    expect(await titles(referrer)).toContain('A reward was taken back')
    expect(await agree(referrer)).toMatchObject({ reversed: 1, rewarded: 0, points: 0 })
  })

  test('is not needed where the subscription of whom was invited is refunded', async () => {
    const referrer = await newUser({ language: 'de' })
    const { referee, referralId } = await newReferral(referrer)
    const { db } = (await world()).host.services
    await sql`
      update wellness.referral set state = 'QUALIFIED', qualified_at = joined_at, reward_due_at = joined_at
      where id = ${referralId}`.execute(db)
    await reward()
    const { token, becomes } = await subscribe(referee)
    becomes('EXPIRED')
    for (const refundType of [2, 1, 1]) {
      const voided = { purchaseToken: token, orderId: 'GPA.1', productType: 1, refundType }
      await perform(
        operationNamed('wellness', 'receiveAndroidWebhook'),
        await androidNotice({ voidedPurchaseNotification: voided }),
      )
      await jobsDone()
      expect(await agree(referrer)).toMatchObject(
        refundType === 2 ? { rewarded: 1, points: 100 } : { reversed: 1, rewarded: 0, points: 0 },
      )
    }
    expect((await history(referrer))[0]?.reason).toContain('zurückbekommen')
  })

  test('nor where that happens while the reward waits, which is never given then', async () => {
    const referrer = await newUser()
    const { referee, referralId } = await newReferral(referrer)
    const { db } = (await world()).host.services
    await sql`
      update wellness.referral set state = 'QUALIFIED', qualified_at = joined_at, reward_due_at = joined_at
      where id = ${referralId}`.execute(db)
    const { token, becomes } = await subscribe(referee)
    becomes('EXPIRED')
    const voided = { purchaseToken: token, orderId: 'GPA.1', productType: 1, refundType: 1 }
    await perform(
      operationNamed('wellness', 'receiveAndroidWebhook'),
      await androidNotice({ voidedPurchaseNotification: voided }),
    )
    await jobsDone()
    await reward()
    expect(await agree(referrer)).toMatchObject({ rejected: 1, rewarded: 0, points: 0 })
    expect(await history(referrer)).toMatchObject([{ status: 'REJECTED', reason: expect.any(String) }])
  })

  test('is not for those who only look', async () => {
    const { referralId } = await newReferral(await newUser())
    const as = await newWellnessAdmin('ANALYST')
    const body = { verdict: 'REJECT', reason: 'We looked.' }
    expectProblem(
      await call('PATCH', `${wellnessBase}/admin/referral/${referralId}`, { as, body }),
      403,
      'FORBIDDEN',
    )
  })
})

test('there are so many rewards for one person; one that is taken back makes room', async () => {
  const { db } = (await world()).host.services
  const referrer = await newUser()
  const first = await newDueReferral(referrer)
  await reward()
  // 49 more, as if they had come one after the other.
  await sql`
    with coming as (
      insert into wellness.users (id, name, email, email_canonical, referral_code, status, created_at, updated_at)
      select gen_random_uuid(), 'Many', n || ${referrer.email}, n || ${referrer.email}, 'M' || n || substr(${newId()}, 20), 'ACTIVE', now(), now()
      from generate_series(1, 49) n returning id)
    insert into wellness.referral (id, referrer_id, referee_id, code, state, joined_at, qualified_at, reward_due_at, created_at, updated_at)
    select gen_random_uuid(), ${referrer.id}, id, 'X', 'QUALIFIED', now(), now(), now() - interval '2 hours', now() - interval '3 days', now() from coming`.execute(
    db,
  )
  const last = await newDueReferral(referrer)
  await reward()
  expect(await agree(referrer)).toMatchObject({ rewarded: 50, qualified: 1, points: 5000, nextReward: null })
  expect((await history(referrer))[0]).toMatchObject({ id: last, waitsFor: 'CAP' })
  await granted(decide(first, 'REVERSE'))
  await jobsDone()
  expect(await agree(referrer)).toMatchObject({ rewarded: 50, reversed: 1, qualified: 0, points: 5000 })
})

test('the database refuses to change or delete a line of the ledger', async () => {
  const { db } = (await world()).host.services
  await newDueReferral()
  await reward()
  for (const change of [
    sql`update wellness.reward_ledger set points = 1`,
    sql`delete from wellness.reward_ledger`,
    sql`truncate wellness.reward_ledger`,
  ])
    await expect(change.execute(db)).rejects.toThrow('only grows')
})

test('what became of an invitation is shown on the phone, after quiet hours, unless it is read by then', async () => {
  const { host, clock } = await world()
  const { db } = host.services
  const [token, hour] = [newId(), clock.now().getUTCHours()]
  const referrer = await newUser({ timeZone: 'UTC', language: 'de' })
  await sql`
    insert into wellness.device (user_id, device_id, type, push_token, last_seen_at)
    values (${referrer.id}, 'phone', 'IOS', ${token}, ${clock.now()})`.execute(db)
  await newReferral(referrer)
  await jobsDone()
  const shown = () => newestPushMessages(db, { limit: 5, token })
  expect(await shown()).toMatchObject([{ title: 'Deine Einladung wurde angenommen', link: 'invite' }])
  await sql`
    insert into wellness.preference (user_id, has_quiet_hours, quiet_start_minutes, quiet_end_minutes, updated_at)
    values (${referrer.id}, true, ${((hour + 23) % 24) * 60}, ${((hour + 2) % 24) * 60}, ${clock.now()})`.execute(
    db,
  )
  await newReferral(referrer)
  await jobsDone()
  expect(await shown()).toHaveLength(1)
})

test('a code is found in any case, and nobody’s is refused', async () => {
  const code = await codeOf(await newUser())
  expect(code).toMatch(/^[A-Z0-9]{4,16}$/)
  const body = { name: 'Ada', email: newEmail(), password, referralCode: 'NOBODY99' }
  expectProblem(
    await call('POST', `${wellnessBase}/user/signup`, { body }),
    400,
    'REFERRAL_CODE_INVALID',
    'body.referralCode',
  )
})
