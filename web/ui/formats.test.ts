import { describe, expect, test } from 'vitest'
import { ago, calendarDate, calendarDay, date, dateTime, day, month, timeOfDay } from './dates.ts'
import { plural } from './formats.ts'

const at = (day: number, hour: number) => new Date(2026, 5, day, hour)

describe('how long ago something was', () => {
  test.each([
    [at(10, 9), at(10, 8), '1 hour ago'],
    [at(10, 1), at(9, 23), '2 hours ago'],
    [at(10, 9), at(9, 23), 'yesterday'],
    [at(10, 23), at(9, 1), 'yesterday'],
    [at(10, 1), at(8, 23), '2 days ago'],
    [at(20, 9), at(6, 9), '2 weeks ago'],
    [at(40, 9), at(1, 9), 'last month'],
    [at(500, 9), at(1, 9), 'last year'],
  ])('is told by the calendar: %s after %s', (now, then, said) => {
    expect(ago(then.toISOString(), now)).toBe(said)
  })
})

test('a day of a calendar is the same everywhere', () => {
  // Whatever order the English of this machine has them in.
  const wordsIn = (said: string) => said.match(/\w+/g)?.sort()
  expect(wordsIn(calendarDate('2026-11-21'))).toEqual(['2026', '21', 'Nov'])
  expect(wordsIn(calendarDay('2026-11-21'))).toEqual(['21', 'November', 'Saturday'])
})

test('what is no date is shown as it is', () => {
  for (const shown of [ago, calendarDate, calendarDay, date, dateTime, day, month, timeOfDay])
    for (const text of ['<b>soon</b>', '2026-13-40', '']) expect(shown(text)).toBe(text)
})

test('the form of a word is that of the texts’ language', () => {
  expect(plural(1, { one: 'day', other: 'days' })).toBe('1 day')
  expect(plural(0, { one: 'day', other: 'days' })).toBe('0 days')
})
