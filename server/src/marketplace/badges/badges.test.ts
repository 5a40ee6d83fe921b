import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { block } from '../../testing/chat.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  later,
  newMember,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { nextWindow, windowAt } from './birthday.ts'
import { tellOfBirthdays } from './jobs.ts'

const at = (text: string) => new Date(text)

describe('the days around a birthday', () => {
  test.each([
    ['2001-03-09', 'America/New_York', '2025-03-09T05:00:00Z', '2025-03-16T04:00:00Z'],
    ['2001-11-02', 'America/New_York', '2025-11-02T04:00:00Z', '2025-11-09T05:00:00Z'],
    ['2001-06-10', 'Pacific/Kiritimati', '2025-06-09T10:00:00Z', '2025-06-16T10:00:00Z'],
    ['2001-06-10', 'Pacific/Pago_Pago', '2025-06-10T11:00:00Z', '2025-06-17T11:00:00Z'],
    ['2001-06-10', 'Asia/Kathmandu', '2025-06-09T18:15:00Z', '2025-06-16T18:15:00Z'],
    ['2000-02-29', 'UTC', '2024-02-29T00:00:00Z', '2024-03-07T00:00:00Z'],
    ['2000-02-29', 'UTC', '2025-02-28T00:00:00Z', '2025-03-07T00:00:00Z'],
  ])('of %s in %s are those of its clock on the wall', (birthday, zone, opens, closes) => {
    const [opensAt, closesAt, ms] = [at(opens), at(closes), 1]
    const year = Number(opens.slice(0, 4))
    const window = { year, opensAt, closesAt }
    for (const now of [new Date(+opensAt - ms), opensAt, new Date(+closesAt - ms)])
      expect(windowAt(birthday, zone, now)).toEqual(window)
    expect(windowAt(birthday, zone, closesAt)).toMatchObject({ year: year + 1 })
    expect(nextWindow(birthday, zone, opensAt)).toMatchObject({ year: year + 1 })
  })

  test('go over the turn of the year as those of the year that was', () => {
    expect(windowAt('1990-12-29', 'UTC', at('2026-01-03T00:00:00Z'))).toMatchObject({ year: 2025 })
  })
})

const claim = (as: TestPerson) => call('POST', '/api/v1/usr-mgt/claim-birthday-hat', { as })

const badgesOf = async (person: TestPerson) =>
  (await granted(call('GET', `/api/v1/usr-mgt/get-profile-web/${person.id}`))).body.data.badges

/** Somebody whose birthday is so many days from now. */
async function bornIn(count: number, privacy = {}): Promise<TestPerson> {
  const as = await newMember()
  const day = new Date((await world()).clock.now().getTime() + days(count)).toISOString().slice(5, 10)
  const body = { birthday: `1992-${day}`, timezone: 'UTC', privacy }
  await granted(call('PUT', '/api/v1/usr-mgt/update', { as, body }))
  return as
}

test('the hat is had once a year, from the birthday on, and worn for seven days', async () => {
  expectProblem(await claim(await newMember()), 400, 'BIRTHDAY_NOT_SET')
  expectProblem(await claim(await bornIn(-8)), 409, 'NOT_BIRTHDAY_WINDOW')
  const early = await claim(await bornIn(2))
  expectProblem(early, 409, 'NOT_BIRTHDAY_WINDOW')
  const { opens_at } = (early.body.error as unknown as { details: { opens_at: string } }).details
  expect(opens_at).toMatch(/T00:00:00.000Z$/)

  const person = await bornIn(-1)
  expect(await badgesOf(person)).not.toContain('birthday_hat')
  const answers = await Promise.all([claim(person), claim(person), claim(person)])
  for (const { status, body } of answers) expect([status, body.data]).toEqual([200, answers[0]?.body.data])
  expect(await badgesOf(person)).toContain('birthday_hat')
  // Not on the last of the seven, which midnight may have ended meanwhile.
  await later(days(4), async () => {
    const again = await granted(claim(await signedIn(person)))
    expect(again.body.data).toEqual(answers[0]?.body.data)
  })
  await later(days(7) + minutes(1), async () => {
    expect(await badgesOf(person)).not.toContain('birthday_hat')
    expectProblem(await claim(await signedIn(person)), 409, 'NOT_BIRTHDAY_WINDOW')
  })
})

test('people are told when their birthday begins where they are, once', async () => {
  const { host } = await world()
  const told = async (person: TestPerson) => {
    const { rows } = await sql`
      select 1 from marketplace.notification where recipient_id = ${person.id} and category = 'birthday'`.execute(
      host.services.db,
    )
    return rows.length
  }
  const run = async () => {
    await runNow(tellOfBirthdays, {})
    await jobsDone()
  }
  // Tomorrow may come before it is looked.
  const [today, soon] = [await bornIn(0), await bornIn(2)]
  await run()
  await run()
  expect([await told(today), await told(soon)]).toEqual([1, 0])
  await later(hours(49), run)
  expect([await told(today), await told(soon)]).toEqual([1, 1])
})

describe('those who follow somebody', () => {
  const update = (as: TestPerson, body: object) =>
    granted(call('PUT', '/api/v1/usr-mgt/update', { as, body }))
  const followerOf = async (...people: TestPerson[]) => {
    const as = await newMember()
    for (const { id } of people)
      await granted(call('POST', '/api/v1/usr-mgt/follow', { as, body: { user_id: id, follow: true } }))
    return as
  }
  const run = async () => {
    await runNow(tellOfBirthdays, {})
    await jobsDone()
  }
  const heard = async (as: TestPerson) =>
    (await noticesOf(as, 'birthday')).map(({ actor }: { actor: string }) => actor)
  const countOf = async (as: TestPerson) =>
    (await granted(call('GET', '/api/v1/notification-mgt/unread-count', { as }))).body.data.by_category
      .birthday ?? 0

  test('hear of a birthday once a year, where the person wants that', async () => {
    const [open, closed] = [await bornIn(0, { tell_birthday: true }), await bornIn(0)]
    const follower = await followerOf(open, closed)
    const stranger = await newMember()
    await run()
    await run()
    expect(await noticesOf(follower, 'birthday')).toMatchObject([
      {
        title: 'A birthday to celebrate',
        message: (await granted(call('GET', `/api/v1/usr-mgt/get-profile-web/${open.id}`))).body.data.name,
        actor: open.id,
        reference: { model: 'user', id: open.id },
        action: { label: 'View' },
      },
    ])
    await update(follower, { language: 'de' })
    expect(await noticesOf(follower, 'birthday')).toMatchObject([
      { title: 'Ein Geburtstag zum Feiern', action: { label: 'Ansehen' } },
    ])
    expect([await countOf(follower), await countOf(stranger)]).toEqual([1, 0])
    // Another zone, and the wish taken back and said again: the year stays told.
    for (const timezone of ['Pacific/Kiritimati', 'UTC']) {
      await update(open, { timezone })
      await run()
    }
    expect(await heard(follower)).toEqual([open.id])
    await update(open, { privacy: { tell_birthday: false } })
    expect([await heard(follower), await countOf(follower)]).toEqual([[], 0])
    await update(open, { privacy: { tell_birthday: true } })
    await run()
    expect(await heard(follower)).toEqual([])
  })

  test('do not hear of it across a block, nor when they do not want this kind', async () => {
    const person = await bornIn(0, { tell_birthday: true })
    const [blocked, silent, hearer] = [
      await followerOf(person),
      await followerOf(person),
      await followerOf(person),
    ]
    const kinds = { birthday: { in_app: false } }
    await granted(call('PUT', '/api/v1/notification-mgt/preferences', { as: silent, body: { kinds } }))
    await run()
    const { body } = await granted(
      call('POST', '/api/v1/chat-mgt/create-chatroom', { as: blocked, body: { user_id: person.id } }),
    )
    expect(await heard(blocked)).toEqual([person.id])
    await granted(block(person, body.data._id, true))
    for (const as of [blocked, silent]) expect([await heard(as), await countOf(as)]).toEqual([[], 0])
    expect([await heard(hearer), await countOf(hearer)]).toEqual([[person.id], 1])
    const [{ _id }] = await noticesOf(hearer, 'birthday')
    await granted(call('PATCH', `/api/v1/notification-mgt/read/${_id}`, { as: hearer }))
    expect(await countOf(hearer)).toBe(0)
  })
})
