import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { newestMails } from '../../platform/mail/mail.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import { quietUntil } from '../../platform/quiet-hours.ts'
import { newRoom, send } from '../../testing/chat.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  expectProblem,
  granted,
  lastCode,
  later,
  newMember,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { comment, favourite, newPost, noticesOf } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { sendDigests } from './digests.ts'
import { defaults } from './preference-queries.ts'
import { nextDigest } from './preferences.ts'

const path = '/api/v1/notification-mgt/preferences'
const preferences = async (as: TestPerson) => (await granted(call('GET', path, { as }))).body.data
const put = (as: TestPerson, body: object) => call('PUT', path, { as, body })
const database = async () => (await world()).host.services.db

test('who never said anything gets everything, and no mails', async () => {
  expect(await preferences(await newMember())).toMatchObject({
    kinds: { comment: { in_app: true, push: true, mail: true } },
    quiet_hours: { enabled: false, start: '22:00', end: '07:00', timezone: 'UTC' },
    digest: { frequency: 'off', next_at: null },
    strangers: 'accept',
  })
})

test('a change leaves what it does not name', async () => {
  const ada = await newMember()
  await granted(
    put(ada, { kinds: { comment: { push: false } }, quiet_hours: { enabled: true, end: '06:30' } }),
  )
  await granted(put(ada, { kinds: { favourite: { in_app: false } }, strangers: 'filter' }))
  const kept = await preferences(ada)
  expect(kept).toMatchObject({
    kinds: {
      comment: { in_app: true, push: false },
      favourite: { in_app: false, push: true },
      follow: { in_app: true, push: true },
    },
    quiet_hours: { enabled: true, start: '22:00', end: '06:30' },
    strangers: 'filter',
  })
  await Promise.all([
    granted(put(ada, { kinds: { comment: { push: true } } })),
    granted(put(ada, { strangers: 'drop' })),
  ])
  expect(await preferences(ada)).toMatchObject({ kinds: { comment: { push: true } }, strangers: 'drop' })
})

test('what always reaches people cannot be turned off, and the field is named', async () => {
  const ada = await newMember()
  for (const [kind, channel] of [
    ['security', 'in_app'],
    ['security', 'push'],
    ['content_violation', 'push'],
    ['moderation', 'in_app'],
    ['breaking_news', 'in_app'],
  ] as const)
    expectProblem(
      await put(ada, { kinds: { [kind]: { [channel]: false } } }),
      400,
      'VALIDATION_FAILED',
      `body.kinds.${kind}.${channel}`,
    )
  await granted(put(ada, { kinds: { breaking_news: { push: false }, security: { mail: false } } }))
  expectProblem(await put(ada, { quiet_hours: { start: '25:00' } }), 400, 'VALIDATION_FAILED')
})

test('of a kind that somebody muted they are told nothing', async () => {
  const [seller, buyer] = [await newMember(), await newMember()]
  const { _id } = await newPost(seller)
  await granted(put(seller, { kinds: { favourite: { in_app: false }, message: { in_app: false } } }))
  await granted(favourite(buyer, _id, { favourite: true }))
  await granted(comment(buyer, _id))
  const { a, b, id } = await newRoom()
  await granted(put(b, { kinds: { message: { in_app: false } } }))
  await granted(send(a, id, 'Hello'))
  expect(await noticesOf(b, 'message')).toEqual([])
  expect(await noticesOf(seller, 'favourite')).toEqual([])
  expect(await noticesOf(seller, 'comment')).toHaveLength(1)
})

describe('quiet hours', () => {
  const ends = (now: string, timezone: string, startMinutes = 22 * 60, endMinutes = 7 * 60) =>
    quietUntil(new Date(now), { timezone, startMinutes, endMinutes })?.toISOString()

  test.each([
    // 13:59 and 14:00 at UTC+14, in the next day.
    ['2026-05-10T07:59:59Z', 'Pacific/Kiritimati', undefined],
    ['2026-05-10T08:00:00Z', 'Pacific/Kiritimati', '2026-05-10T17:00:00.000Z'],
    ['2026-05-10T16:59:59Z', 'Pacific/Kiritimati', '2026-05-10T17:00:00.000Z'],
    // A quarter of an hour beside everybody else.
    ['2026-05-10T16:14:59Z', 'Asia/Kathmandu', undefined],
    ['2026-05-10T16:15:00Z', 'Asia/Kathmandu', '2026-05-11T01:15:00.000Z'],
    // The nights in which New York's clocks go forward and back: eight hours, and ten.
    ['2026-03-08T03:00:00Z', 'America/New_York', '2026-03-08T11:00:00.000Z'],
    ['2026-11-01T02:00:00Z', 'America/New_York', '2026-11-01T12:00:00.000Z'],
  ])('at %s in %s end at %s', (now, timezone, end) => {
    expect(ends(now, timezone)).toBe(end)
  })

  test('that end at a time which comes twice end with the second', () => {
    const inNewYork = (now: string) => ends(now, 'America/New_York', 22 * 60, 90)
    expect(inNewYork('2026-11-01T05:29:00Z')).toBe('2026-11-01T05:30:00.000Z')
    expect(inNewYork('2026-11-01T06:15:00Z')).toBe('2026-11-01T06:30:00.000Z')
    // At a time that is skipped they end where the clock goes on.
    expect(ends('2026-03-08T06:59:00Z', 'America/New_York', 22 * 60, 150)).toBe('2026-03-08T07:30:00.000Z')
  })
})

describe('a push message', () => {
  async function newPhone(as: TestPerson, device_id?: string): Promise<string> {
    const fcm_token = newSecret()
    await granted(call('PUT', '/api/v1/post-mgt/update-push-token', { as, body: { fcm_token, device_id } }))
    return fcm_token
  }
  const shownOn = async (token: string) => {
    await jobsDone()
    return newestPushMessages(await database(), { limit: 10, token })
  }

  test('comes with a notice, on every device', async () => {
    const { a, b, id } = await newRoom()
    const phones = [await newPhone(b, 'phone'), await newPhone(b, 'tablet')]
    await granted(send(a, id, 'Is it still there?'))
    for (const token of phones)
      expect(await shownOn(token)).toMatchObject([
        { title: 'Ada', body: 'Is it still there?', link: `chat_room/${id}`, platform: 'ANDROID' },
      ])
    // The notice of the chat stands unread: nobody is rung again.
    await granted(send(a, id, 'Hello?'))
    for (const token of phones) expect(await shownOn(token)).toHaveLength(1)
  })

  test('is none of a kind that its person does not want pushed', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    const phone = await newPhone(seller)
    const { _id } = await newPost(seller)
    await granted(put(seller, { kinds: { comment: { push: false } } }))
    await granted(comment(buyer, _id))
    await granted(favourite(buyer, _id, { favourite: true }))
    expect((await shownOn(phone)).map(({ title }) => title)).toEqual(['Somebody saved your listing'])
  })
})

describe('the mail that gathers what waited', () => {
  test.each([
    ['2026-05-10T07:59:00Z', 'UTC', 'daily', '2026-05-10T08:00:00.000Z'],
    ['2026-05-10T08:00:00Z', 'UTC', 'daily', '2026-05-11T08:00:00.000Z'],
    ['2026-05-10T08:00:00Z', 'Asia/Kathmandu', 'daily', '2026-05-11T02:15:00.000Z'],
    ['2026-05-10T17:59:00Z', 'Pacific/Kiritimati', 'daily', '2026-05-10T18:00:00.000Z'],
    // A Monday, by the wall of the person.
    ['2026-05-10T17:59:00Z', 'Pacific/Kiritimati', 'weekly', '2026-05-10T18:00:00.000Z'],
    ['2026-05-10T18:00:00Z', 'Pacific/Kiritimati', 'weekly', '2026-05-17T18:00:00.000Z'],
    ['2026-03-07T14:00:00Z', 'America/New_York', 'daily', '2026-03-08T12:00:00.000Z'],
    ['2026-10-31T14:00:00Z', 'America/New_York', 'daily', '2026-11-01T13:00:00.000Z'],
  ] as const)('after %s comes in %s, %s, at %s', (now, timezone, digest, next) => {
    expect(nextDigest(new Date(now), { ...defaults, digest }, timezone)?.toISOString()).toBe(next)
  })

  const mailsTo = async ({ email }: TestPerson) =>
    (await newestMails(await database(), { limit: 10, recipient: email })).filter(({ subject }) =>
      subject.includes('on Plaza'),
    )

  async function verified(): Promise<TestPerson> {
    const person = await newMember()
    const body = { otp: await lastCode(person.email), purpose: 'verify', email: person.email }
    await granted(call('POST', '/api/v1/usr-mgt/validate-otp', { as: person, body }))
    return person
  }

  test('needs an address that was proved', async () => {
    const answer = await put(await newMember(), { digest: { frequency: 'daily' } })
    expectProblem(answer, 400, 'VALIDATION_FAILED', 'body.digest.frequency')
  })

  test('says what its reader has not looked at, once', async () => {
    const [seller, buyer] = [await verified(), await newMember({ name: 'Ben' })]
    // Half a day from now, whatever time it is.
    const at = new Date((await world()).clock.now().getTime() + hours(12)).toISOString().slice(11, 16)
    await granted(put(seller, { digest: { frequency: 'daily', at }, kinds: { favourite: { mail: false } } }))
    const { _id } = await newPost(seller)
    await granted(comment(buyer, _id, { text: 'Does it fold?' }))
    await granted(favourite(buyer, _id, { favourite: true }))
    await runNow(sendDigests, {})
    expect(await mailsTo(seller)).toEqual([])
    await later(days(1) + minutes(1), () => runNow(sendDigests, {}))
    await later(days(1) + hours(1), () => runNow(sendDigests, {}))
    const mails = await mailsTo(seller)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('- New comment on your listing: Does it fold?')
    expect(mails[0]?.text).not.toContain('saved')
    await later(days(2) + minutes(1), () => runNow(sendDigests, {}))
    expect(await mailsTo(seller)).toHaveLength(1)
    const { digest } = await preferences(seller)
    expect(new Date(digest.next_at).getTime()).toBeGreaterThan((await world()).clock.now().getTime())
    expect((await granted(put(seller, { digest: { frequency: 'off' } }))).body.data.digest.next_at).toBeNull()
  })
})
