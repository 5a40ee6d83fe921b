import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { wallClock } from '../../platform/wall-clock.ts'
import { nextRing, type Ring, type RingingDays, type RingRule } from './ringing.ts'

const always: RingingDays = {
  from: '2000-01-01',
  until: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  everyDays: 1,
  dates: null,
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const rule = (time: string, timezone: string, over: Partial<RingRule> = {}): RingRule => ({
  minutes: minutesOf(time),
  daysOfWeek: null,
  timezone,
  days: always,
  person: { timezone, dayStartMinutes: 0 },
  silenced: [],
  lastDate: null,
  ...over,
})

/** The rings of a rule from a moment on, each noted as the job notes it. */
function rings(of: RingRule, from: string, most: number): Ring[] {
  const all: Ring[] = []
  let after = new Date(from)
  let { lastDate } = of
  while (all.length < most) {
    const ring = nextRing({ ...of, lastDate }, after)
    if (!ring) break
    all.push(ring)
    after = ring.at
    lastDate = ring.date
  }
  return all
}
const moments = (all: Ring[]) => all.map(({ at }) => at.toISOString())
const dates = (all: Ring[]) => all.map(({ date }) => date)

describe('when clocks change', () => {
  test('a time that is skipped comes the same distance after the gap', () => {
    expect(moments(rings(rule('02:30', 'America/New_York'), '2026-03-07T12:00:00Z', 2))).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ])
  })

  test('of a time that comes twice it is the first', () => {
    expect(moments(rings(rule('02:30', 'Europe/Berlin'), '2026-10-24T12:00:00Z', 2))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('a date that a zone skips has none', () => {
    expect(dates(rings(rule('09:00', 'Pacific/Apia'), '2011-12-29T12:00:00Z', 3))).toEqual([
      '2011-12-29',
      '2011-12-31',
      '2012-01-01',
    ])
  })

  test('half past midnight may be skipped, too', () => {
    expect(moments(rings(rule('00:30', 'Africa/Cairo'), '2026-04-23T12:00:00Z', 1))).toEqual([
      '2026-04-23T22:30:00.000Z',
    ])
  })
})

describe('on which days', () => {
  const at = (over: Partial<RingingDays>, most = 4) =>
    dates(rings(rule('08:00', 'UTC', { days: { ...always, ...over } }), '2026-03-02T00:00:00Z', most))

  test('those of the goal', () => {
    expect(at({ daysOfWeek: [1, 5] })).toEqual(['2026-03-02', '2026-03-06', '2026-03-09', '2026-03-13'])
    expect(at({ from: '2026-03-04', everyDays: 3 })).toEqual([
      '2026-03-04',
      '2026-03-07',
      '2026-03-10',
      '2026-03-13',
    ])
    expect(at({ from: '2026-03-04', everyDays: 3, daysOfWeek: [1] })).toEqual([
      '2026-03-16',
      '2026-04-06',
      '2026-04-27',
      '2026-05-18',
    ])
    expect(at({ dates: ['2026-03-01', '2026-03-31', '2026-05-31'] })).toEqual(['2026-03-31', '2026-05-31'])
    expect(at({ until: '2026-03-03' })).toEqual(['2026-03-02', '2026-03-03'])
    expect(at({ from: '2026-03-02', everyDays: 7, daysOfWeek: [3] })).toEqual([])
  })

  test('not while the goal rests', () => {
    const off = [
      { from: '2026-03-03', to: '2026-03-05' },
      { from: '2026-03-07', to: null },
    ]
    expect(at({ off })).toEqual(['2026-03-02', '2026-03-06'])
    const own = rule('08:00', 'UTC', { daysOfWeek: [3, 5], days: { ...always, off } })
    expect(dates(rings(own, '2026-03-02T00:00:00Z', 9))).toEqual(['2026-03-06'])
  })

  test('its own, as long as the goal lasts', () => {
    const own = rule('08:00', 'UTC', {
      daysOfWeek: [7],
      days: { ...always, from: '2026-03-10', until: '2026-03-24', daysOfWeek: [1], dates: [] },
    })
    expect(dates(rings(own, '2026-03-02T00:00:00Z', 9))).toEqual(['2026-03-15', '2026-03-22'])
  })

  test('the goal’s day is the person’s, which may begin after midnight', () => {
    const late = rule('01:00', 'Europe/Berlin', {
      days: { ...always, daysOfWeek: [1] },
      person: { timezone: 'Europe/Berlin', dayStartMinutes: 240 },
    })
    expect(rings(late, '2026-03-01T00:00:00Z', 1)).toMatchObject([
      { date: '2026-03-03', goalDate: '2026-03-02' },
    ])
    const silenced = rings({ ...late, days: always, silenced: ['2026-03-02'] }, '2026-03-02T12:00:00Z', 1)
    expect(silenced).toMatchObject([{ date: '2026-03-04', goalDate: '2026-03-03' }])
  })
})

test('westwards over the date line a Friday that rang does not ring again', () => {
  const [friday] = rings(rule('09:00', 'Pacific/Auckland'), '2026-06-04T12:00:00Z', 1)
  expect(friday).toMatchObject({ date: '2026-06-05' })
  const inHawaii = rule('09:00', 'Pacific/Honolulu', { lastDate: friday?.date ?? null })
  expect(dates(rings(inHawaii, friday?.at.toISOString() ?? '', 1))).toEqual(['2026-06-06'])
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Tehran',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Africa/Casablanca',
  'America/Havana',
  'Antarctica/Troll',
]
const zone = fc.constantFrom(...zones)
const minute = fc.integer({ min: 0, max: 1439 })
const moment = fc
  .integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) })
  .map((at) => new Date(Math.floor(at / 60_000) * 60_000))
const settings = { numRuns: 60, seed: 1970 }

test('in every zone: each date once, never in another hour, and none left out that there is', () => {
  fc.assert(
    fc.property(zone, minute, moment, (timezone, minutes, from) => {
      const all = rings({ ...rule('00:00', timezone), minutes }, from.toISOString(), 400)
      expect(new Set(dates(all)).size).toBe(400)
      for (const [index, { at, date }] of all.entries()) {
        const wall = new Date(wallClock(at, timezone))
        expect(wall.toISOString().slice(0, 10)).toBe(date)
        const shown = wall.getUTCHours() * 60 + wall.getUTCMinutes()
        // What is shown is what was asked for, unless clocks skip it; then it is later by what they skip.
        if (shown !== minutes) {
          expect(shown - minutes).toBeGreaterThan(0)
          expect(shown - minutes).toBeLessThanOrEqual(120)
          const asked = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000
          for (let near = -180; near <= 180; near += 1)
            expect(wallClock(new Date(at.getTime() + near * 60_000), timezone)).not.toBe(asked)
        }
        const before = all[index - 1]
        if (before) {
          expect(at.getTime()).toBeGreaterThan(before.at.getTime())
          expect(at.getTime() - before.at.getTime()).toBeLessThanOrEqual(days(2))
          // The first of two: an hour earlier the wall shows another time.
          expect(wallClock(new Date(at.getTime() - hours(1)), timezone)).not.toBe(wall.getTime())
        }
      }
    }),
    settings,
  )
})

test('however a person travels, no calendar date rings twice, and each ring is at its time', () => {
  const journey = fc.array(fc.record({ timezone: zone, afterMs: fc.integer({ min: 0, max: days(3) }) }), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(journey, minute, moment, (stays, minutes, start) => {
      let [now, lastDate] = [start, null as string | null]
      const rung: string[] = []
      for (const { timezone, afterMs } of stays) {
        const leaving = new Date(now.getTime() + afterMs)
        // What is computed on arrival is what the job finds when it is due.
        let next = nextRing({ ...rule('00:00', timezone), minutes, lastDate }, now)
        while (next && next.at <= leaving) {
          rung.push(next.date)
          expect(
            wallClock(next.at, timezone) / 60_000 - Date.parse(next.date) / 60_000,
          ).toBeGreaterThanOrEqual(minutes)
          lastDate = next.date
          next = nextRing({ ...rule('00:00', timezone), minutes, lastDate }, next.at)
        }
        now = leaving
      }
      expect(new Set(rung).size).toBe(rung.length)
      expect(rung).toEqual(rung.toSorted())
    }),
    settings,
  )
})
