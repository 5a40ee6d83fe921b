import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import { wallClock } from '../../platform/wall-clock.ts'
import { wallTime } from '../../platform/wall-time.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import { call, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'
import { type Category, notify, takeBackPushes } from './public.ts'
import { sendNoticePushes } from './push.ts'

const base = `${wellnessBase}/notification`
const zone = 'Europe/Berlin'

const preference = async (as: TestPerson) => (await call('GET', `${base}/preference`, { as })).body.data
const want = (as: TestPerson, body: object) => granted(call('PUT', `${base}/preference`, { as, body }))

async function newPhone(as: TestPerson): Promise<string> {
  const deviceToken = newSecret()
  const body = { deviceToken, deviceType: 'IOS', deviceId: newId() }
  await granted(call('PUT', `${base}/refresh-token`, { as, body }))
  return deviceToken
}

async function tell({ id: userId }: TestPerson, category: Category, about?: string): Promise<string> {
  const title = `News ${newId()}`
  const notice = { userId, category, title, message: 'It is so.', sourceEvent: newId() }
  await inProduct('wellness', (work) => notify(work, [{ ...notice, ...(about && { about }) }]))
  await jobsDone()
  return title
}

const listed = async (as: TestPerson): Promise<string[]> =>
  (await call('GET', base, { as })).body.data.map(({ title }: { title: string }) => title)
const shownOn = async (token: string) =>
  (await newestPushMessages((await world()).host.services.db, { limit: 10, token })).map(({ title }) => title)

/** Has somebody's quiet hours begin an hour ago and end in three. */
async function keepQuiet(as: TestPerson): Promise<void> {
  const now = (await world()).clock.now().getTime()
  const timeAt = (at: number) => wallTime(Math.floor((wallClock(new Date(at), zone) % days(1)) / 60_000))
  const quietHours = { enabled: true, start: timeAt(now - hours(1)), end: timeAt(now + hours(3)) }
  await want(as, { quietHours })
}

/** Sends what waits for the end of somebody's quiet hours. */
async function endQuiet({ id }: TestPerson): Promise<void> {
  const { rows } = await sql<{ batchId: string }>`
    select batch_id as "batchId" from wellness.notice_push where user_id = ${id} and status = 'queued'`.execute(
    (await world()).host.services.db,
  )
  await later(hours(3), async () => {
    for (const row of rows) await runNow(sendNoticePushes, row)
  })
}

test('who said nothing wants everything at any time', async () => {
  const everything = { push: true, email: true, inApp: true }
  expect(await preference(await newUser())).toEqual({
    channels: everything,
    kinds: {
      reminders: { push: true, inApp: true },
      goalUpdates: { push: true, inApp: true },
      subscription: everything,
      service: everything,
      marketing: everything,
    },
    quietHours: { enabled: false, start: '22:00', end: '07:00', timeZone: zone },
  })
})

test('what a change leaves out stays', async () => {
  const user = await newUser()
  await want(user, { kinds: { marketing: { push: false } }, quietHours: { enabled: true } })
  await want(user, { kinds: { marketing: { email: false } }, quietHours: { end: '06:30' } })
  expect(await preference(user)).toMatchObject({
    kinds: { marketing: { push: false, email: false, inApp: true } },
    quietHours: { enabled: true, start: '22:00', end: '06:30' },
  })
})

test('a kind that is off by every way is off in the profile, and the other way round', async () => {
  const user = await newUser()
  const inProfile = async () =>
    (await call('GET', `${wellnessBase}/user/profile`, { as: user })).body.data.preferences.notifications
  await want(user, { kinds: { goalUpdates: { push: false, inApp: false } } })
  expect(await inProfile()).toMatchObject({ goalUpdates: false, reminders: true })
  await want(user, { kinds: { goalUpdates: { push: true } } })
  expect(await inProfile()).toMatchObject({ goalUpdates: true })
  expect(await preference(user)).toMatchObject({ kinds: { goalUpdates: { push: true, inApp: false } } })
})

test('times are those of a clock, and kinds have the ways that they go', async () => {
  const user = await newUser()
  const put = (body: object) => call('PUT', `${base}/preference`, { as: user, body })
  const wrong = await put({ quietHours: { start: '24:00' } })
  expectProblem(wrong, 400, 'VALIDATION_FAILED', 'body.quietHours.start')
  const none = await put({ kinds: { reminders: { push: 'no' } } })
  expectProblem(none, 400, 'VALIDATION_FAILED', 'body.kinds.reminders.push')
})

test('each kind comes by the ways that its reader wants', async () => {
  const user = await newUser()
  const token = await newPhone(user)
  await want(user, { kinds: { goalUpdates: { push: false }, subscription: { inApp: false } } })
  const goal = await tell(user, 'GOAL')
  const streak = await tell(user, 'STREAK')
  const subscription = await tell(user, 'SUBSCRIPTION')
  expect((await listed(user)).slice(0, 2)).toEqual([streak, goal])
  expect(await shownOn(token)).toEqual([subscription])
  await want(user, { channels: { push: false, inApp: false } })
  for (const category of ['GOAL', 'SUBSCRIPTION', 'SYSTEM'] as const) await tell(user, category)
  expect((await listed(user))[0]).toBe(streak)
  expect(await shownOn(token)).toEqual([subscription])
})

test('what concerns the safety of an account is listed whatever its owner wants', async () => {
  const user = await newUser()
  await want(user, { channels: { push: false, email: false, inApp: false } })
  const title = await tell(user, 'SECURITY')
  expect((await listed(user))[0]).toBe(title)
})

test('in quiet hours the inbox has it at once, and the phone when they end', async () => {
  const user = await newUser()
  const token = await newPhone(user)
  await keepQuiet(user)
  const title = await tell(user, 'STREAK')
  expect((await listed(user))[0]).toBe(title)
  expect(await shownOn(token)).toEqual([])
  await endQuiet(user)
  expect(await shownOn(token)).toEqual([title])
})

test('what was read, or taken back, before quiet hours end is shown on no phone', async () => {
  const user = await newUser()
  const token = await newPhone(user)
  await keepQuiet(user)
  const about = newId()
  await tell(user, 'GOAL', about)
  await inProduct('wellness', (work) => takeBackPushes(work, [about]))
  await tell(user, 'STREAK')
  await granted(call('PATCH', `${base}/read-all`, { as: user }))
  await endQuiet(user)
  expect(await shownOn(token)).toEqual([])
})

test('a campaign comes by the ways that its reader wants marketing by', async () => {
  const [admin, user] = [await newWellnessAdmin(), await newUser()]
  const token = await newPhone(user)
  await want(user, { kinds: { marketing: { push: false } } })
  const body = {
    notificationType: 'ALL',
    subject: `News ${newId()}`,
    description: 'The sea is calm.',
    recipientType: 'CUSTOM',
    recipientEmail: [user.email],
  }
  await granted(call('POST', `${wellnessBase}/admin/notification`, { as: admin, body }))
  await jobsDone()
  expect((await listed(user))[0]).toBe(body.subject)
  expect(await shownOn(token)).toEqual([])
})
