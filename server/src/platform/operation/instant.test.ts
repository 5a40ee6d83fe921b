import { expect, test } from 'vitest'
import { isDay, isInstant, isTimeZone, timeZoneOf } from './instant.ts'

test('days that the calendar has, and no others', () => {
  for (const day of ['2028-02-29', '1900-01-01', '9999-12-31']) expect(isDay(day), day).toBe(true)
  const none = ['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0000-01-01', '1899-12-31']
  for (const text of [...none, '2026-3-01', '+10000-01-01', '2026-03-01T00:00:00Z', '2026', ''])
    expect(isDay(text), text).toBe(false)
})

test('moments that a clock shows, with an offset, and no others', () => {
  const some = ['2026-03-01T10:30Z', '2026-03-01T10:30:00+01:00', '2026-03-01T10:30:00.123456789-11:30']
  for (const text of [...some, '1900-01-01T00:00Z', '9999-12-31T23:59:59.999Z'])
    expect(isInstant(text), text).toBe(true)
  const none = ['2026-02-30T10:00:00Z', '2026-01-01T23:59:60Z', '2026-01-01T25:00:00Z', '2026-03-01T10:30:00']
  const beyond = ['9999-12-31T23:59:59-01:00', '1900-01-01T00:00:00+01:00', '0000-01-01T00:00:00Z']
  for (const text of [...none, ...beyond, '2026-03-01', '2026-03-01 10:30:00Z', 'now', ''])
    expect(isInstant(text), text).toBe(false)
})

test('time zones of the list, and offsets of whole hours as the ones that have them', () => {
  for (const [name, zone] of [
    ['europe/berlin', 'Europe/Berlin'],
    ['Etc/GMT-14', 'Etc/GMT-14'],
    ['GMT+02:00', 'Etc/GMT-2'],
    ['GMT-11:00', 'Etc/GMT+11'],
    ['GMT+14', 'Etc/GMT-14'],
    ['GMT+00:00', 'UTC'],
  ] as const)
    expect(timeZoneOf(name), name).toBe(zone)
  for (const name of ['GMT+05:30', 'GMT+15:00', '+02:00', '-2', 'Nowhere', ''])
    expect(timeZoneOf(name), name).toBeUndefined()
  expect(['Etc/GMT-2', 'Europe/Berlin', 'GMT+02:00'].map(isTimeZone)).toEqual([true, true, false])
})
