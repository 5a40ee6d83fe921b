import { expect, test } from 'vitest'
import { ownDateOf } from './day.ts'

test.each([
  [new Date(2026, 10, 21, 1, 59), '02:00', 0, '2026-11-20'],
  [new Date(2026, 10, 21, 2, 0), '02:00', 0, '2026-11-21'],
  [new Date(2026, 10, 21, 0, 30), '00:00', 0, '2026-11-21'],
  [new Date(2026, 10, 1, 1, 0), '04:00', 1, '2026-11-01'],
  [new Date(2026, 10, 1, 1, 0), '04:00', -1, '2026-10-30'],
  // Where the clock goes forward at two, four hours have not passed by then.
  [new Date(2027, 2, 28, 4, 0), '04:00', 0, '2027-03-28'],
])('%s belongs to the day of a person whose days begin at %s: %i days from it is %s', (...of) => {
  const [moment, dayStart, days, date] = of
  expect(ownDateOf(moment, dayStart, days)).toBe(date)
})
