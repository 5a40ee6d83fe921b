import { expect, test } from 'vitest'
import { practiceStreak } from './streak.ts'

/** For somebody who misses every day without practice but the ones that are excused. */
const streakBy = (dates: string[], today: string, excused: string[] = []) =>
  practiceStreak(dates, today, (date) => !excused.includes(date))

test('a run counts its days, across months', () => {
  expect(streakBy(['2026-02-27', '2026-02-28', '2026-03-01'], '2026-03-01')).toEqual({
    current: 3,
    best: 3,
  })
})

test('today may still be empty; yesterday may not', () => {
  expect(streakBy(['2026-03-01', '2026-03-02'], '2026-03-03')).toEqual({ current: 2, best: 2 })
  expect(streakBy(['2026-03-01', '2026-03-02'], '2026-03-04')).toEqual({ current: 0, best: 2 })
})

test('a gap starts anew and the best is kept', () => {
  expect(streakBy(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05'], '2026-03-05')).toEqual({
    current: 1,
    best: 3,
  })
})

test('a date ahead of today, after a flight west, counts', () => {
  expect(streakBy(['2026-03-04', '2026-03-05'], '2026-03-04')).toEqual({ current: 2, best: 2 })
})

test('nothing yet is no streak', () => {
  expect(streakBy([], '2026-03-05')).toEqual({ current: 0, best: 0 })
})

test('a day that does not count against anybody neither adds nor ends', () => {
  const dates = ['2026-03-01', '2026-03-02', '2026-03-04']
  expect(streakBy(dates, '2026-03-04', ['2026-03-03'])).toEqual({ current: 3, best: 3 })
  expect(streakBy(dates, '2026-03-06', ['2026-03-05'])).toEqual({ current: 1, best: 2 })
  expect(streakBy(dates, '2026-03-07', ['2026-03-05'])).toEqual({ current: 0, best: 2 })
})
