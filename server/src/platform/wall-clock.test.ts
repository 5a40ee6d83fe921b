import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, wallClock } from './wall-clock.ts'

const at = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['2026-01-15T09:00:00', 'Europe/Berlin', '2026-01-15T08:00:00.000Z'],
  ['2026-07-15T09:00:00', 'Europe/Berlin', '2026-07-15T07:00:00.000Z'],
  ['2026-07-15T09:00:00', 'Asia/Kathmandu', '2026-07-15T03:15:00.000Z'],
  ['2026-07-15T09:00:00', 'Pacific/Kiritimati', '2026-07-14T19:00:00.000Z'],
  // The clocks go from 2 to 3: half past two is half past three.
  ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // The clocks go from 3 back to 2: the first half past two.
  ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:30:00', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  // Samoa skipped a whole day.
  ['2011-12-31T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
])('%s in %s is %s', (wall, zone, instant) => {
  expect(instantOf(at(wall), zone).toISOString()).toBe(instant)
})

test('a moment shows as the time that leads back to it', () => {
  for (const zone of ['America/St_Johns', 'Australia/Lord_Howe', 'UTC'])
    expect(instantOf(wallClock(new Date('2026-06-01T12:34:56Z'), zone), zone).toISOString()).toBe(
      '2026-06-01T12:34:56.000Z',
    )
})

test('at any moment, in every zone, it shows what a format of the moment shows', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  // Around the changes of clocks of some years, and anywhere.
  const moment = fc.oneof(
    fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2045, 0) }),
    fc.integer({ min: Date.UTC(2026, 2, 25), max: Date.UTC(2026, 3, 6) }),
    fc.integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2026, 10, 2) }),
  )
  fc.assert(
    fc.property(zone, moment, (timeZone, utc) => {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
      expect(new Date(wallClock(new Date(utc), timeZone)).toISOString()).toBe(
        `${shown.format(utc).replace(' ', 'T')}.000Z`,
      )
    }),
    { numRuns: 1000 },
  )
})
