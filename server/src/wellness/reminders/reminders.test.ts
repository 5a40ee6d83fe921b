import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { newestPushMessages } from '../../platform/push/builtin.ts'
import { wallClock } from '../../platform/wall-clock.ts'
import { wallTime } from '../../platform/wall-time.ts'
import { inProduct, runNow } from '../../testing/jobs.ts'
import { call, eventually, expectProblem, granted, later, type TestPerson, world } from '../../testing/kit.ts'
import { everyDay, goalOf, newReminder, remind } from '../../testing/reminders.ts'
import { jobsDone } from '../../testing/rows.ts'
import { newUser as newUserOf, wellnessBase } from '../../testing/wellness.ts'
import { recomputeReminders, ringReminders } from './jobs.ts'
import {
  cancelReminders,
  followGoal,
  forgetReminders,
  nextReminder,
  quieten,
  type RemindedGoal,
  selectReminders,
} from './public.ts'
import { goalDateAt } from './ringing.ts'

const base = `${wellnessBase}/notification`
/** Where people live: no clock is moved there, so that a day from now is the same time of the next day. */
const zone = 'Asia/Tokyo'
const newUser = (overrides: Parameters<typeof newUserOf>[0] = {}) =>
  newUserOf({ timeZone: zone, ...overrides })
let now: Date
beforeEach(async () => {
  now = (await world()).clock.now()
})

/** The time that a clock shows some while from now, to the minute. */
const timeIn = (ms: number, timezone = zone) =>
  wallTime(Math.floor((wallClock(new Date(now.getTime() + ms), timezone) % days(1)) / 60_000))
const dateIn = (ms: number, timezone = zone) =>
  new Date(wallClock(new Date(now.getTime() + ms), timezone)).toISOString().slice(0, 10)

const within = <Result>(work: Parameters<typeof inProduct<Result>>[1]) => inProduct('wellness', work)
const look = async ({ id }: RemindedGoal) =>
  (await within(({ db }) => selectReminders(db, [id]))).get(id) ?? []
const next = async ({ id }: TestPerson) => within(({ db }) => nextReminder(db, id))

/** Rings what is due some while from now. */
const ringAfter = (ms: number) =>
  later(ms, async () => {
    await runNow(ringReminders, {})
    await jobsDone()
  })

/** What stands in somebody's inbox of reminders. */
async function heard(as: TestPerson): Promise<{ title: string; message: string; link: string }[]> {
  const { body } = await call('GET', base, { as, query: { category: 'REMINDER' } })
  return body.data
}

async function newPhone(as: TestPerson): Promise<string> {
  const deviceToken = newSecret()
  const body = { deviceToken, deviceType: 'ANDROID', deviceId: newId() }
  await granted(call('PUT', `${wellnessBase}/notification/refresh-token`, { as, body }))
  return deviceToken
}

const shownOn = async (token: string) =>
  newestPushMessages((await world()).host.services.db, { limit: 10, token })

describe('ringing', () => {
  test('in the inbox and on the phone, with where to go', async () => {
    const user = await newUser()
    const token = await newPhone(user)
    const goal = goalOf(user, { title: 'Read' })
    const reminder = await newReminder(user, { time: timeIn(hours(1)), message: 'Ten pages.' }, goal)
    await ringAfter(hours(1) - minutes(2))
    expect(await heard(user)).toEqual([])
    await ringAfter(hours(1))
    const said = { title: 'Read', link: `goals/${goal.id}?reminder=${reminder.id}` }
    expect(await heard(user)).toMatchObject([{ ...said, message: 'Ten pages.' }])
    expect(await shownOn(token)).toMatchObject([{ ...said, body: 'Ten pages.' }])
    const [after] = await look(goal)
    expect(after).toMatchObject({ last: { date: dateIn(hours(1)), outcome: 'RANG' } })
    expect(Date.parse(after?.nextAt ?? '')).toBeGreaterThan(Date.parse(reminder.nextAt ?? '') + hours(22))
  })

  test('once, however often it is looked for, and again the next day', async () => {
    const user = await newUser({ language: 'de' })
    await newReminder(user, { time: timeIn(minutes(10)) })
    for (let time = 0; time < 3; time += 1) await ringAfter(minutes(11))
    expect(await heard(user)).toMatchObject([{ message: 'Es ist so weit.' }])
    await ringAfter(days(1) + minutes(11))
    expect(await heard(user)).toHaveLength(2)
  })

  test('not more than half an hour late', async () => {
    const user = await newUser()
    const goals = [goalOf(user), goalOf(user)]
    const [soon, late] = [timeIn(hours(2)), timeIn(hours(1))]
    await newReminder(user, { time: soon, message: 'In time.' }, goals[0])
    await newReminder(user, { time: late }, goals[1])
    await ringAfter(hours(2) + minutes(28))
    expect(await heard(user)).toMatchObject([{ message: 'In time.' }])
    const missed = { date: dateIn(hours(1)), outcome: 'MISSED_WINDOW' }
    expect(await look(goals[1] as RemindedGoal)).toMatchObject([{ last: missed }])
  })

  test('a time that is past today waits for the next day', async () => {
    const { nextAt } = await newReminder(await newUser(), { time: timeIn(-minutes(5)) })
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(now.getTime() + hours(21))
  })

  test('at whatever time they chose, also in quiet hours, unless they want none', async () => {
    const [user, quiet] = [await newUser(), await newUser()]
    const [phone, other] = [await newPhone(user), await newPhone(quiet)]
    const quietHours = { enabled: true, start: timeIn(-hours(1)), end: timeIn(hours(3)) }
    await granted(call('PUT', `${base}/preference`, { as: user, body: { quietHours } }))
    const kinds = { reminders: { push: false, inApp: false } }
    await granted(call('PUT', `${base}/preference`, { as: quiet, body: { kinds } }))
    for (const as of [user, quiet]) await newReminder(as, { time: timeIn(minutes(30)) })
    await ringAfter(minutes(31))
    expect(await shownOn(phone)).toHaveLength(1)
    expect(await shownOn(other)).toEqual([])
    expect(await heard(quiet)).toEqual([])
  })

  test('on the phone alone, where the inbox is to stay empty', async () => {
    const user = await newUser()
    const token = await newPhone(user)
    await granted(
      call('PUT', `${base}/preference`, { as: user, body: { kinds: { reminders: { inApp: false } } } }),
    )
    await newReminder(user, { time: timeIn(minutes(30)) })
    for (let time = 0; time < 2; time += 1) await ringAfter(minutes(31))
    expect(await shownOn(token)).toHaveLength(1)
    expect(await heard(user)).toEqual([])
  })

  test('nobody whose account is suspended', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    await newReminder(user, { time: timeIn(minutes(30)) }, goal)
    const { db } = (await world()).host.services
    const suspend = (status: string) =>
      sql`update wellness.users set status = ${status} where id = ${user.id}`.execute(db)
    await suspend('SUSPENDED')
    await ringAfter(minutes(31))
    await suspend('ACTIVE')
    expect(await heard(user)).toEqual([])
    expect(await look(goal)).toMatchObject([{ last: { outcome: 'SILENT' } }])
  })
})

describe('by whose clock', () => {
  test('FLOATING by that of where its person is, FIXED by its own', async () => {
    const user = await newUser({ timeZone: 'Europe/Berlin' })
    const goal = goalOf(user)
    await remind(goal, [{ time: '06:00' }, { time: '07:00', zoneMode: 'FIXED', timeZone: 'europe/berlin' }])
    const before = await look(goal)
    expect(before[1]).toMatchObject({ zoneMode: 'FIXED', timeZone: 'Europe/Berlin' })
    const headers = { timeZone: 'Asia/Tokyo', deviceType: 'IOS', deviceId: newId() }
    const body = { email: user.email, password: user.password }
    await granted(call('POST', `${wellnessBase}/user/login`, { body, headers }))
    const [floating, fixed] = await look(goal)
    expect(fixed?.nextAt).toBe(before[1]?.nextAt)
    expect(wallClock(new Date(floating?.nextAt ?? ''), 'Asia/Tokyo') % days(1)).toBe(hours(6))
  })

  test('toggling between the ends of the world rings each date at most once', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    await remind(goal, [{ time: timeIn(minutes(20), 'UTC') }])
    const refresh = async (timeZone: string) => {
      const headers = { timeZone, deviceType: 'IOS', deviceId: 'one' }
      const body = { email: user.email, password: user.password }
      await granted(call('POST', `${wellnessBase}/user/login`, { body, headers }))
    }
    const dates: (string | undefined)[] = []
    for (let hour = 0; hour < 50; hour += 5) {
      await refresh(hour % 2 === 0 ? 'Pacific/Kiritimati' : 'Pacific/Niue')
      const [{ nextAt } = { nextAt: null }] = await look(goal)
      const due = Date.parse(nextAt ?? '') - now.getTime()
      if (due > hours(hour + 5)) continue
      await ringAfter(due)
      dates.push((await look(goal))[0]?.last?.date)
    }
    expect(new Set(dates).size).toBe(dates.length)
  })

  test('rules of time zones that are newer have everything computed anew', async () => {
    const { db } = (await world()).host.services
    const goal = goalOf(await newUser())
    const [reminder] = await remind(goal, [{ time: timeIn(hours(5)) }])
    await ringAfter(0)
    await sql`update wellness.zone_rules set version = '2000a'`.execute(db)
    await sql`update wellness.reminder set next_at = next_at + interval '1 hour' where id = ${reminder?.id}`.execute(
      db,
    )
    await runNow(ringReminders, {})
    await jobsDone()
    expect(await look(goal)).toMatchObject([{ nextAt: reminder?.nextAt }])
    const { rows } = await sql`select version from wellness.zone_rules`.execute(db)
    expect(rows).toEqual([{ version: process.versions.tz }])
    await runNow(recomputeReminders, { after: null })
    expect(await look(goal)).toMatchObject([{ nextAt: reminder?.nextAt }])
  })
})

describe('with its goal', () => {
  test('it is silent on a day that is done, and rings the day after', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    const { nextAt } = await newReminder(user, { time: timeIn(hours(1)) }, goal)
    const today = dateIn(hours(1))
    await within((work) => quieten(work, goal.id, [today]))
    const [silent] = await look(goal)
    expect(Date.parse(silent?.nextAt ?? '')).toBeGreaterThan(Date.parse(nextAt ?? '') + hours(22))
    await within((work) => quieten(work, goal.id, []))
    expect(await look(goal)).toMatchObject([{ nextAt }])
    await within((work) => quieten(work, goal.id, [today]))
    await ringAfter(hours(1))
    expect(await heard(user)).toEqual([])
  })

  test('it rests while the goal does, and what is deleted is silent in the same moment', async () => {
    const user = await newUser()
    const token = await newPhone(user)
    const goal = goalOf(user)
    const { id, nextAt } = await newReminder(user, { time: timeIn(hours(1)) }, goal)
    const rest = (to: string | null): RemindedGoal => {
      const off = [{ from: dateIn(-days(1)), to }]
      return { ...goal, state: 'RESTING', days: { ...everyDay, off } }
    }
    await within((work) => followGoal(work, rest(null)))
    expect(await look(goal)).toMatchObject([{ nextAt: null }])
    expect(await next(user)).toBeNull()
    expectProblem(
      await call('POST', `${base}/reminder/${id}/snooze`, { as: user, body: { minutes: 10 } }),
      409,
      'REMINDER_SILENT',
    )
    await within((work) => followGoal(work, rest(dateIn(days(2)))))
    const after = new Date((await look(goal))[0]?.nextAt ?? '')
    expect(new Date(wallClock(after, zone)).toISOString().slice(0, 10)).toBe(dateIn(days(3)))
    await within((work) => followGoal(work, goal))
    expect(await look(goal)).toMatchObject([{ nextAt }])
    // Rung and not sent yet.
    const { host } = await world()
    await within((work) => cancelReminders({ ...work, enqueue: async () => {} }, [goal.id]))
    await within((work) => followGoal(work, goal))
    await later(hours(1), async () => {
      await inProduct('wellness', (work) =>
        ringReminders.handle({ ...work, enqueue: async () => {} }, {}, { isLastTry: false }),
      )
      await within((work) => cancelReminders(work, [goal.id]))
    })
    const { rows } = await sql`
      select 1 from wellness.notice_push where user_id = ${user.id} and status = 'queued'`.execute(
      host.services.db,
    )
    expect(rows).toEqual([])
    expect(await shownOn(token)).toEqual([])
    await within((work) => forgetReminders(work, [goal.id]))
    expect(await look(goal)).toEqual([])
  })

  test('what is deleted while it rings is not shown any more', async () => {
    const user = await newUser()
    const token = await newPhone(user)
    const goal = goalOf(user)
    await newReminder(user, { time: timeIn(hours(1)) }, goal)
    const { db } = (await world()).host.services
    await later(hours(1), async () => {
      const { deleting } = await within(async (work) => {
        await ringReminders.handle({ ...work, enqueue: async () => {} }, {}, { isLastTry: false })
        const deleting = within((other) => cancelReminders(other, [goal.id]))
        await eventually(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          )
          return rows.length > 0
        })
        return { deleting }
      })
      await deleting
    })
    expect(await heard(user)).toHaveLength(1)
    const { rows } = await sql`select status from wellness.notice_push where user_id = ${user.id}`.execute(db)
    expect(rows).toEqual([])
    expect(await shownOn(token)).toEqual([])
  })

  test('it follows its days, and asks for more where a list of them ends', async () => {
    const user = await newUser()
    const [today, soon] = [dateIn(0), dateIn(days(2))]
    const goal = goalOf(user, { days: { ...everyDay, dates: [soon] } })
    const { nextAt } = await newReminder(user, { time: '12:00' }, goal)
    expect(nextAt?.slice(0, 10)).toBe(soon)
    await within((work) => followGoal(work, { ...goal, days: { ...everyDay, from: dateIn(days(9)) } }))
    expect((await look(goal))[0]?.nextAt?.slice(0, 10)).toBe(dateIn(days(9)))
    await within((work) => followGoal(work, { ...goal, days: { ...everyDay, until: today, dates: [] } }))
    expect(await look(goal)).toMatchObject([{ nextAt: null }])
    const asked: object[] = []
    await within((work) => followGoal(work, { ...goal, days: { ...everyDay, dates: [soon] } }))
    await later(Date.parse(nextAt ?? '') - now.getTime(), () =>
      within((work) => {
        const announce = async (_: object, data: object) => void asked.push(data)
        return ringReminders.handle({ ...work, announce }, {}, { isLastTry: false })
      }),
    )
    expect(asked).toContainEqual({ goalIds: [goal.id] })
  })

  test('its reminders are merged by id', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    const [first, second] = await remind(goal, [{ time: '08:00' }, { time: '09:00', daysOfWeek: [5, 1, 5] }])
    expect(second).toMatchObject({ daysOfWeek: [1, 5], enabled: true, zoneMode: 'FLOATING', timeZone: null })
    const merged = [{ id: second?.id ?? '', time: '10:00', enabled: false }, { time: '11:00' }]
    const after = await remind(goal, merged)
    expect(after).toMatchObject([{ id: second?.id, time: '10:00', nextAt: null }, { time: '11:00' }])
    expect(after.map(({ id }) => id)).not.toContain(first?.id)
    expect(await remind(goal, [])).toEqual([])
    await expect(remind(goal, [{ id: first?.id ?? '', time: '08:00' }])).rejects.toMatchObject({
      extra: { fields: [{ path: 'body.reminders.0.id' }] },
    })
  })

  test('a FIXED one needs a zone that there is', async () => {
    const goal = goalOf(await newUser())
    for (const timeZone of [undefined, 'Mars/Olympus', 'UTC+3'])
      await expect(
        remind(goal, [{ time: '08:00', zoneMode: 'FIXED', ...(timeZone && { timeZone }) }]),
      ).rejects.toMatchObject({ extra: { fields: [{ path: 'body.reminders.0.timeZone' }] } })
  })

  test('somebody has fifty at most, those of deleted goals not counted', async () => {
    const user = await newUser()
    const ten = Array.from({ length: 10 }, () => ({ time: '08:00' }))
    const goals = Array.from({ length: 5 }, () => goalOf(user))
    for (const goal of goals) await remind(goal, ten)
    await expect(remind(goalOf(user), [{ time: '08:00' }])).rejects.toMatchObject({
      code: 'TOO_MANY_REMINDERS',
    })
    await within((work) =>
      cancelReminders(
        work,
        goals.slice(0, 1).map(({ id }) => id),
      ),
    )
    await remind(goalOf(user), [{ time: '08:00' }])
  })
})

describe('snoozing', () => {
  const snooze = (as: TestPerson, id: string, body: object) =>
    call('POST', `${base}/reminder/${id}/snooze`, { as, body })

  test('it rings once more, and the next day as always', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    const { id } = await newReminder(user, { time: timeIn(minutes(10)) }, goal)
    await ringAfter(minutes(11))
    const { body } = await later(minutes(12), () => snooze(user, id, { minutes: 15 }))
    const again = new Date(now.getTime() + minutes(27)).getTime()
    expect(Math.abs(Date.parse(body.data.snoozedUntil) - again)).toBeLessThan(minutes(1))
    await ringAfter(minutes(20))
    expect(await heard(user)).toHaveLength(1)
    await ringAfter(minutes(29))
    await ringAfter(minutes(30))
    expect(await heard(user)).toHaveLength(2)
    expect(await look(goal)).toMatchObject([{ snoozedUntil: null, nextAt: body.data.nextAt }])
  })

  test('not when it was done meanwhile', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    const { id } = await newReminder(user, { time: timeIn(minutes(10)) }, goal)
    await granted(snooze(user, id, { minutes: 180 }))
    expect(await next(user)).toMatchObject({ id, isSnoozed: false })
    const date = goalDateAt(now, { timezone: zone, dayStartMinutes: 0 })
    await within((work) => quieten(work, goal.id, [date]))
    expect(await look(goal)).toMatchObject([{ snoozedUntil: null }])
    expectProblem(await snooze(user, id, { minutes: 10 }), 409, 'REMINDER_SILENT')
  })

  test('is for its owner, between five minutes and three hours', async () => {
    const user = await newUser()
    const goal = goalOf(user)
    const { id } = await newReminder(user, {}, goal)
    for (const wrong of [4, 181, 7.5])
      expectProblem(await snooze(user, id, { minutes: wrong }), 400, 'VALIDATION_FAILED', 'body.minutes')
    expectProblem(await snooze(await newUser(), id, { minutes: 10 }), 404, 'NO_SUCH_REMINDER')
    await within((work) => cancelReminders(work, [goal.id]))
    expectProblem(await snooze(user, id, { minutes: 10 }), 404, 'NO_SUCH_REMINDER')
  })
})

test('the next one is told with what it will say', async () => {
  const user = await newUser()
  const ask = async () => (await call('GET', `${base}/reminder/next`, { as: user })).body.data
  expect(await ask()).toEqual({ next: null })
  await newReminder(user, { time: timeIn(hours(3)) })
  const { id, nextAt } = await newReminder(user, { time: timeIn(hours(2)), message: 'Soon.' })
  expect(await ask()).toMatchObject({
    next: { id, at: nextAt, title: 'Breathe', message: 'Soon.', isSnoozed: false },
  })
})
