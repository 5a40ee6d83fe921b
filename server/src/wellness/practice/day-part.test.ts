import { expect, test } from 'vitest'
import { dayPartAt } from './day-part.ts'

test.each([
  ['04:59', 'NIGHT'],
  ['05:00', 'MORNING'],
  ['11:00', 'DAY'],
  ['17:00', 'EVENING'],
  ['22:00', 'NIGHT'],
])('at %s it is %s, by the clock on the wall', (time, part) => {
  expect(dayPartAt(new Date(`2026-07-01T${time}:00+09:00`), 'Asia/Tokyo')).toBe(part)
})
