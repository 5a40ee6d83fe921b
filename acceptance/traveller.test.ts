import { afterAll, beforeAll, expect, test } from 'vitest'
import * as wellness from '../client/wellness.ts'
import { hours } from '../server/src/platform/clock.ts'
import { instantOf, lastInstantOf } from '../server/src/platform/wall-clock.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { fakeClock, hasFaketime, startDatabaseBy } from './faketime.ts'
import { type Program, runCommand, startProgram } from './program.ts'
import { addExercise, codeFor, dataOf, password, staff, wellAt } from './steps.ts'

// A month of somebody who travels, as it was worked out on paper: the program and its database live through it by
// a clock of their own, and have to come to the same.

const [berlin, newYork, tokyo, auckland] = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Pacific/Auckland',
] as const

/**
 * What happens on a date: PRACTISE then, by the clock on the wall there; OFFLINE, which is delivered only later;
 * NOTHING, and only a look at the streak.
 */
type Deed = 'PRACTISE' | 'OFFLINE' | 'NOTHING'

/**
 * The table: date, time and place, what is done, how the date of the goal comes out in the end, and what is shown
 * that evening: the streak of the goal and its freezes; the streak of practice, which knows no vacations, and its freezes.
 */
const paper: readonly [string, string, string, Deed, string, number, number, number, number][] = [
  ['2027-03-05', '19:00', berlin, 'PRACTISE', 'SATISFIED', 1, 0, 1, 0],
  ['2027-03-06', '23:59', berlin, 'PRACTISE', 'SATISFIED', 2, 0, 2, 0],
  ['2027-03-07', '00:05', berlin, 'PRACTISE', 'SATISFIED', 3, 0, 3, 0],
  ['2027-03-08', '07:00', berlin, 'PRACTISE', 'SATISFIED', 4, 0, 4, 0],
  ['2027-03-09', '07:00', berlin, 'PRACTISE', 'SATISFIED', 5, 0, 5, 0],
  ['2027-03-10', '07:00', berlin, 'PRACTISE', 'SATISFIED', 6, 0, 6, 0],
  // Seven in a row earn a freeze.
  ['2027-03-11', '07:00', berlin, 'PRACTISE', 'SATISFIED', 7, 1, 7, 1],
  // Flies west in the morning: this date lasts thirty hours.
  ['2027-03-12', '23:30', newYork, 'PRACTISE', 'SATISFIED', 8, 1, 8, 1],
  // Forgotten: the freeze is used once the date is over.
  ['2027-03-13', '22:00', newYork, 'NOTHING', 'FROZEN', 8, 1, 8, 1],
  // The clock goes forward at two: 23 hours.
  ['2027-03-14', '03:10', newYork, 'PRACTISE', 'SATISFIED', 9, 0, 9, 0],
  ['2027-03-15', '21:00', newYork, 'PRACTISE', 'SATISFIED', 10, 0, 10, 0],
  ['2027-03-16', '21:00', newYork, 'PRACTISE', 'SATISFIED', 11, 0, 11, 0],
  // Three days without a network, the last of them on the other side of the date line: nothing is known of them then.
  ['2027-03-17', '21:00', newYork, 'OFFLINE', 'SATISFIED', 11, 0, 11, 0],
  ['2027-03-18', '06:00', newYork, 'OFFLINE', 'SATISFIED', 0, 0, 0, 0],
  ['2027-03-19', '22:00', tokyo, 'OFFLINE', 'SATISFIED', 0, 0, 0, 0],
  // They are delivered in the morning, the last one first; fourteen in a row were a freeze more.
  ['2027-03-20', '09:00', tokyo, 'PRACTISE', 'SATISFIED', 15, 1, 15, 1],
  ['2027-03-21', '09:00', tokyo, 'PRACTISE', 'SATISFIED', 16, 1, 16, 1],
  // A vacation of the goal. Practice has none: its freeze saves the first day, and the second one ends it.
  ['2027-03-22', '12:00', tokyo, 'NOTHING', 'PAUSED', 16, 1, 16, 1],
  ['2027-03-23', '12:00', tokyo, 'NOTHING', 'PAUSED', 16, 1, 16, 0],
  ['2027-03-24', '12:00', tokyo, 'NOTHING', 'PAUSED', 16, 1, 0, 0],
  ['2027-03-25', '12:00', tokyo, 'NOTHING', 'PAUSED', 16, 1, 0, 0],
  ['2027-03-26', '12:00', tokyo, 'NOTHING', 'PAUSED', 16, 1, 0, 0],
  ['2027-03-27', '08:00', tokyo, 'PRACTISE', 'SATISFIED', 17, 1, 1, 0],
  ['2027-03-28', '08:00', tokyo, 'PRACTISE', 'SATISFIED', 18, 1, 2, 0],
  // Flies east in the evening before: four hours are missing of the night.
  ['2027-03-29', '23:00', auckland, 'PRACTISE', 'SATISFIED', 19, 1, 3, 0],
  ['2027-03-30', '06:30', auckland, 'PRACTISE', 'SATISFIED', 20, 1, 4, 0],
  ['2027-03-31', '06:30', auckland, 'PRACTISE', 'SATISFIED', 21, 2, 5, 0],
  ['2027-04-01', '06:30', auckland, 'PRACTISE', 'SATISFIED', 22, 2, 6, 0],
  ['2027-04-02', '06:30', auckland, 'PRACTISE', 'SATISFIED', 23, 2, 7, 1],
  ['2027-04-03', '06:30', auckland, 'PRACTISE', 'SATISFIED', 24, 2, 8, 1],
  // The clock goes back at three: 25 hours, with a half past two before that and one after.
  ['2027-04-04', '02:30', auckland, 'PRACTISE', 'SATISFIED', 25, 2, 9, 1],
  ['2027-04-05', '20:00', auckland, 'PRACTISE', 'SATISFIED', 26, 2, 10, 1],
]

const vacation = { from: '2027-03-22', to: '2027-03-26' }
const email = 'traveller@example.org'
const phone = { deviceId: 'phone', deviceType: 'IOS' }

const folder = hasFaketime ? newDataDir() : ''
const clock = hasFaketime ? fakeClock(folder) : undefined
let database: Awaited<ReturnType<typeof startDatabaseBy>> | undefined
let program: Program | undefined

const wallOf = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)

beforeAll(async () => {
  if (!clock) return
  clock.set(instantOf(wallOf('2027-03-05', '12:00'), berlin))
  database = await startDatabaseBy(clock, folder)
  const variables = { ...clock.variables, DATABASE_URL: database.connectionString }
  const chief = ['--email', staff.email, '--name', 'Chief', '--password', staff.password]
  await runCommand(folder, ['create-admin', 'wellness', ...chief], variables)
  program = await startProgram(folder, variables)
})

afterAll(async () => {
  await program?.stop()
  await database?.stop()
})

/** Somebody with a phone that goes with them. */
async function traveller(at: Program) {
  const anonymous = wellAt(at)
  const headers = { ...phone, timeZone: berlin }
  await dataOf(wellness.signUp({ client: anonymous, headers, body: { name: 'Ida', email, password } }))
  const code = await codeFor(at, email)
  const { data } = await dataOf(
    wellness.verifyUser({ client: anonymous, headers, body: { email, otp: code } }),
  )
  if (!('accessToken' in data)) throw new Error('the code did not sign in')
  let tokens: { accessToken: string; refreshToken: string } = data
  return {
    /** The client of the app, opened where they are: what it had to sign with is over by then. */
    async openApp(timeZone: string) {
      const { data: next } = await dataOf(
        wellness.refreshToken({
          client: anonymous,
          headers: { ...phone, timeZone },
          body: { refreshToken: tokens.refreshToken },
        }),
      )
      tokens = next
      return wellAt(at, tokens.accessToken)
    },
  }
}

test.skipIf(!hasFaketime)('a month of travelling comes to what it comes to on paper', async () => {
  if (!clock || !program) throw new Error('nothing was started')
  const at = program
  const { data: admin } = await dataOf(wellness.adminLogin({ client: wellAt(at), body: staff }))
  const exerciseId = await addExercise(wellAt(at, admin.accessToken))
  const ida = await traveller(at)
  const first = await ida.openApp(berlin)
  const { data: goal } = await dataOf(
    wellness.createGoal({
      client: first,
      headers: { timeZone: berlin },
      body: { title: 'Sit still', exerciseId },
    }),
  )

  const kept: { occurredAt: string; timeZone: string; requestid: string }[] = []
  for (const [date, time, zone, deed, , streak, freezes, practised, practiceFreezes] of paper) {
    // A time that comes twice is meant the second time.
    const moment = lastInstantOf(wallOf(date, time), zone)
    clock.set(moment)
    if (deed === 'OFFLINE') {
      kept.push({ occurredAt: moment.toISOString(), timeZone: zone, requestid: `offline-${date}` })
      continue
    }
    const client = await ida.openApp(zone)
    const headers = { ...phone, timeZone: zone }
    if (kept.length > 0) {
      const events = kept.splice(0).map((event) => ({ kind: 'SESSION' as const, exerciseId, ...event }))
      const { data } = await dataOf(
        wellness.syncEvents({ client, headers: phone, body: { events: events.reverse() } }),
      )
      expect(data.map(({ status }) => status)).toEqual([201, 201, 201])
    }
    if (deed === 'PRACTISE')
      await dataOf(wellness.recordWellnessSession({ client, headers, query: { exerciseId } }))
    const { data: home } = await dataOf(wellness.getGoalsHome({ client, headers: { timeZone: zone } }))
    const { data: seen } = await dataOf(
      wellness.getGoalStreakExplanation({
        client,
        headers: { timeZone: zone },
        path: { goalId: goal.id },
        query: { from: date, to: date },
      }),
    )
    expect([date, home.date, seen.streak.current, seen.streak.freezes, home.practiceStreak]).toEqual([
      date,
      date,
      streak,
      freezes,
      { current: practised, best: expect.any(Number), freezes: practiceFreezes },
    ])
    if (date === '2027-03-21')
      await dataOf(
        wellness.pauseGoals({
          client,
          headers: { timeZone: zone },
          body: { ...vacation, goalIds: [goal.id] },
        }),
      )
  }

  const client = await ida.openApp(auckland)
  const { data: why } = await dataOf(
    wellness.getGoalStreakExplanation({
      client,
      headers: { timeZone: auckland },
      path: { goalId: goal.id },
      query: { from: '2027-03-05', to: '2027-04-05' },
    }),
  )
  expect(why.units.map(({ from, outcome }) => [from, outcome])).toEqual(
    paper.map(([date, , , , outcome]) => [date, outcome]),
  )
  const zoneOf = new Map(why.units.map((unit) => [unit.from, unit.timeZone]))
  // What begins in New York ends there, where it lasts longer.
  const dates = ['2027-03-11', '2027-03-12', '2027-03-19', '2027-03-20', '2027-04-04']
  expect(dates.map((date) => zoneOf.get(date))).toEqual([berlin, newYork, newYork, tokyo, auckland])
  // The day of 23 hours, and the one of 25.
  for (const [date, length] of [
    ['2027-03-14', 23],
    ['2027-04-04', 25],
  ] as const) {
    const [before, day] = why.units.slice(why.units.findIndex(({ from }) => from === date) - 1)
    expect(Date.parse(day?.closedAt ?? '') - Date.parse(before?.closedAt ?? '')).toBe(hours(length))
  }
  expect(why.streak).toMatchObject({ current: 26, best: 26, freezes: 2 })
  const { meta } = await dataOf(
    wellness.getCompletedWellness({ client, query: { from: '2027-03-05', to: '2027-04-05' } }),
  )
  expect(meta.streak).toEqual({ current: 10, best: 16, freezes: 1 })
})
