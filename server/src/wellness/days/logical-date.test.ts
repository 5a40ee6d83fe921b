import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './calendar.ts'
import { logicalDate } from './logical-date.ts'

const at = (text: string) => new Date(text)

describe('the logical date', () => {
  test('is the date on the wall of the zone', () => {
    expect(logicalDate(at('2026-01-01T00:30:00Z'), 'America/New_York', 0)).toBe('2025-12-31')
    expect(logicalDate(at('2026-01-01T00:30:00Z'), 'Pacific/Kiritimati', 0)).toBe('2026-01-01')
    expect(logicalDate(at('2026-01-01T10:30:00Z'), 'Pacific/Kiritimati', 0)).toBe('2026-01-02')
    expect(logicalDate(at('2026-01-01T10:30:00Z'), 'Pacific/Niue', 0)).toBe('2025-12-31')
    expect(logicalDate(at('2026-06-30T18:20:00Z'), 'Asia/Kathmandu', 0)).toBe('2026-07-01')
  })

  test('begins when the person’s day begins', () => {
    expect(logicalDate(at('2026-03-10T01:00:00Z'), 'UTC', 180)).toBe('2026-03-09')
    expect(logicalDate(at('2026-03-10T02:59:59Z'), 'UTC', 180)).toBe('2026-03-09')
    expect(logicalDate(at('2026-03-10T03:00:00Z'), 'UTC', 180)).toBe('2026-03-10')
    expect(logicalDate(at('2026-01-01T00:00:00Z'), 'UTC', 360)).toBe('2025-12-31')
  })

  test('loses and doubles no day when the clock goes forward', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00, so the day has 23 hours.
    const zone = 'Europe/Berlin'
    expect(logicalDate(at('2026-03-28T23:30:00Z'), zone, 0)).toBe('2026-03-29')
    expect(logicalDate(at('2026-03-29T00:59:59Z'), zone, 0)).toBe('2026-03-29')
    expect(logicalDate(at('2026-03-29T21:30:00Z'), zone, 0)).toBe('2026-03-29')
    expect(logicalDate(at('2026-03-29T22:00:00Z'), zone, 0)).toBe('2026-03-30')
    // A day start of 03:00 is reached one real hour earlier than 24-hour arithmetic would say.
    expect(logicalDate(at('2026-03-29T00:59:59Z'), zone, 180)).toBe('2026-03-28')
    expect(logicalDate(at('2026-03-29T01:00:00Z'), zone, 180)).toBe('2026-03-29')
  })

  test('loses and doubles no day when the clock goes back', () => {
    // New York, 1 November 2026: 02:00 becomes 01:00, so the day has 25 hours.
    const zone = 'America/New_York'
    expect(logicalDate(at('2026-11-01T04:00:00Z'), zone, 0)).toBe('2026-11-01')
    expect(logicalDate(at('2026-11-02T04:59:59Z'), zone, 0)).toBe('2026-11-01')
    expect(logicalDate(at('2026-11-02T05:00:00Z'), zone, 0)).toBe('2026-11-02')
    expect(logicalDate(at('2026-11-01T05:30:00Z'), zone, 120)).toBe('2026-10-31')
    expect(logicalDate(at('2026-11-01T06:30:00Z'), zone, 120)).toBe('2026-10-31')
    expect(logicalDate(at('2026-11-01T07:00:00Z'), zone, 120)).toBe('2026-11-01')
  })

  test('never goes backwards while time goes forward, through a whole year', () => {
    for (const zone of ['Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca', 'Asia/Tehran']) {
      let last = ''
      const seen = new Set<string>()
      for (let hour = 0; hour < 366 * 24; hour += 1) {
        const date = logicalDate(new Date(Date.UTC(2026, 0, 1, hour, 15)), zone, 0)
        expect(date >= last).toBe(true)
        last = date
        seen.add(date)
      }
      expect(seen.size).toBeGreaterThanOrEqual(366)
    }
  })

  test('leaves out the day that Samoa skipped', () => {
    expect(logicalDate(at('2011-12-30T09:59:00Z'), 'Pacific/Apia', 0)).toBe('2011-12-29')
    expect(logicalDate(at('2011-12-30T10:00:00Z'), 'Pacific/Apia', 0)).toBe('2011-12-31')
  })
})

describe('calendar arithmetic', () => {
  test('crosses months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
  })
})
