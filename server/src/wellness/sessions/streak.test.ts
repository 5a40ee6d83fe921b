import { expect, test } from 'vitest'
import { addDays } from '../days/public.ts'
import { foldPractice } from './streak.ts'

const greenwich = [{ beganAt: new Date('2020-01-01T00:00:00Z'), timezone: 'UTC', dayStartMinutes: 0 }]

/** What somebody sees at noon of a day. */
function streakBy(dates: string[], today: string, stays = greenwich) {
  const { current, best, tokens } = foldPractice(dates, { stays, now: new Date(`${today}T12:00:00Z`) })
  return { current, best, freezes: tokens }
}
const daily = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(from, index))

test('a run counts its days, across months', () => {
  expect(streakBy(['2026-02-27', '2026-02-28', '2026-03-01'], '2026-03-01')).toMatchObject({
    current: 3,
    best: 3,
  })
})

test('today may still be empty; yesterday may not', () => {
  expect(streakBy(['2026-03-01', '2026-03-02'], '2026-03-03')).toMatchObject({ current: 2, best: 2 })
  expect(streakBy(['2026-03-01', '2026-03-02'], '2026-03-04')).toMatchObject({ current: 0, best: 2 })
})

test('a gap starts anew and the best is kept', () => {
  expect(streakBy(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05'], '2026-03-05')).toMatchObject({
    current: 1,
    best: 3,
  })
})

test('a date ahead of today, after a flight west, counts', () => {
  expect(streakBy(['2026-03-04', '2026-03-05'], '2026-03-04')).toMatchObject({ current: 2, best: 2 })
})

test('nothing yet is no streak', () => {
  expect(streakBy([], '2026-03-05')).toEqual({ current: 0, best: 0, freezes: 0 })
})

test('a day that a flight swallowed neither adds nor ends', () => {
  // In Honolulu the third of March begins at 10:00Z; in Kiritimati, from 20:00Z on, it is over.
  const stays = [
    { beganAt: new Date('2026-01-01T00:00:00Z'), timezone: 'Pacific/Honolulu', dayStartMinutes: 0 },
    { beganAt: new Date('2026-03-03T20:00:00Z'), timezone: 'Pacific/Kiritimati', dayStartMinutes: 0 },
  ]
  const dates = ['2026-03-01', '2026-03-02', '2026-03-04']
  expect(streakBy(dates, '2026-03-04', stays)).toMatchObject({ current: 3, best: 3 })
  expect(streakBy(['2026-03-01', '2026-03-02'], '2026-03-06', stays)).toMatchObject({ current: 0, best: 2 })
})

test('seven days earn a freeze, two at most are kept, and a missed day uses one', () => {
  expect(streakBy(daily('2026-03-01', 7), '2026-03-07')).toEqual({ current: 7, best: 7, freezes: 1 })
  expect(streakBy(daily('2026-03-01', 30), '2026-03-30')).toEqual({ current: 30, best: 30, freezes: 2 })
  expect(streakBy(daily('2026-03-01', 7), '2026-03-09')).toEqual({ current: 7, best: 7, freezes: 0 })
  expect(streakBy(daily('2026-03-01', 7), '2026-03-10')).toEqual({ current: 0, best: 7, freezes: 0 })
})

test('a day that is written later heals the run, and the freeze comes back', () => {
  const dates = daily('2026-03-01', 10).filter((date) => date !== '2026-03-09')
  expect(streakBy(dates, '2026-03-10')).toEqual({ current: 9, best: 9, freezes: 0 })
  expect(streakBy(daily('2026-03-01', 10), '2026-03-10')).toEqual({ current: 10, best: 10, freezes: 1 })
})
