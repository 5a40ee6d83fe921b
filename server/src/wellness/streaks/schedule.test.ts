import fc from 'fast-check'
import { rrulestr } from 'rrule'
import { describe, expect, test } from 'vitest'
import { addDays, dateOf, dayNumber } from '../days/public.ts'
import { parseRule, ruleDays } from './rrule.ts'
import { checkSchedule, dueDates, nextDueDate, type Schedule } from './schedule.ts'

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const weekday = fc.constantFrom(...names)
const listOf = (one: fc.Arbitrary<string>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 4 }).map((list) => list.join(','))
const maybe = (name: string, value: fc.Arbitrary<string>) =>
  fc.option(
    value.map((text) => `${name}=${text}`),
    { nil: undefined },
  )

const interval = maybe('INTERVAL', fc.integer({ min: 1, max: 5 }).map(String))
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -5, max: -1 })).map(String)
const numbered = fc
  .tuple(fc.constantFrom('1', '2', '3', '4', '5', '-1', '-2'), weekday)
  .map(([nth, name]) => nth + name)
const end = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 1, max: 60 }).map((times) => `COUNT=${times}`),
  fc.integer({ min: 0, max: 900 }).map((days) => `UNTIL=${addDays('2026-01-01', days).replaceAll('-', '')}`),
)
const rule = fc
  .oneof(
    fc.tuple(
      fc.constant('FREQ=DAILY'),
      interval,
      maybe('BYDAY', listOf(weekday)),
      maybe('BYMONTHDAY', listOf(monthDay)),
      end,
    ),
    fc.tuple(fc.constant('FREQ=WEEKLY'), interval, maybe('BYDAY', listOf(weekday)), end),
    fc.tuple(
      fc.constant('FREQ=MONTHLY'),
      interval,
      // The other implementation takes numbered ones beside others for a rule that both must fit.
      maybe('BYDAY', fc.oneof(listOf(weekday), listOf(numbered))),
      maybe('BYMONTHDAY', listOf(monthDay)),
      end,
    ),
  )
  .map((parts) => parts.filter((part) => part !== undefined).join(';'))

function ours(text: string, start: string, from: string, to: string): string[] {
  const parsed = parseRule(text)
  if (typeof parsed === 'string') throw new Error(`${text} ${parsed}`)
  return ruleDays(parsed, dayNumber(start), dayNumber(from), dayNumber(to)).map(dateOf)
}

test('a rule falls on the days that another implementation of RFC 5545 says', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(rule, day, fc.integer({ min: -30, max: 700 }), (text, start, ahead) => {
      const from = addDays(start, ahead)
      const to = addDays(from, 366)
      const theirs = rrulestr(`DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${text}`)
        .between(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`), true)
        .map((at) => at.toISOString().slice(0, 10))
      expect(ours(text, start, from, to)).toEqual(theirs)
    }),
    { numRuns: 150 },
  )
})

test('what no schedule can follow is refused by name', () => {
  const refused = (text: string) => parseRule(text)
  expect(refused('FREQ=HOURLY')).toMatch('FREQ')
  expect(refused('INTERVAL=2')).toMatch('FREQ')
  expect(refused('FREQ=DAILY;BYSETPOS=1')).toMatch('BYSETPOS')
  expect(refused('FREQ=DAILY;__proto__=1')).toMatch('__PROTO__')
  expect(refused('FREQ=DAILY;')).toMatch('nothing between')
  expect(refused('FREQ=DAILY;FREQ=DAILY')).toMatch('once')
  expect(refused('FREQ=DAILY;INTERVAL=0')).toMatch('INTERVAL')
  expect(refused('FREQ=DAILY;COUNT=1001')).toMatch('COUNT')
  expect(refused('FREQ=DAILY;COUNT=3;UNTIL=20270101')).toMatch('both')
  expect(refused('FREQ=DAILY;UNTIL=20270230')).toMatch('UNTIL')
  expect(refused('FREQ=WEEKLY;BYDAY=2TU')).toMatch('MONTHLY')
  expect(refused('FREQ=WEEKLY;BYMONTHDAY=3')).toMatch('BYMONTHDAY')
  expect(refused('FREQ=MONTHLY;BYMONTHDAY=32')).toMatch('BYMONTHDAY')
  expect(refused('FREQ=MONTHLY;BYDAY=0MO')).toMatch('BYDAY')
})

describe('a schedule', () => {
  const due = (schedule: Schedule) => dueDates(schedule, '2026-03-04', '2026-03-01', '2026-03-14')

  test('is due on its days, from its start on', () => {
    expect(due({ frequency: 'DAILY' })).toHaveLength(11)
    expect(due({ frequency: 'WEEKDAYS', daysOfWeek: [1, 5] })).toEqual([
      '2026-03-06',
      '2026-03-09',
      '2026-03-13',
    ])
    expect(due({ frequency: 'EVERY_N_DAYS', interval: 4 })).toEqual([
      '2026-03-04',
      '2026-03-08',
      '2026-03-12',
    ])
    expect(due({ frequency: 'RRULE', rrule: 'FREQ=WEEKLY;BYDAY=TU' })).toEqual(['2026-03-10'])
    expect(
      dueDates({ frequency: 'EVERY_N_DAYS', interval: 4 }, '2026-03-04', '2026-03-09', '2026-03-14'),
    ).toEqual(['2026-03-12'])
    expect(nextDueDate({ frequency: 'WEEKDAYS', daysOfWeek: [7] }, '2026-03-04', '2026-03-09')).toBe(
      '2026-03-15',
    )
  })

  test('that nobody could keep names the field', () => {
    const wrong = (schedule: Schedule) => {
      try {
        checkSchedule(schedule)
      } catch (error) {
        return JSON.stringify(error)
      }
      return undefined
    }
    expect(wrong({ frequency: 'DAILY' })).toBeUndefined()
    expect(wrong({ frequency: 'WEEKDAYS' })).toMatch('body.daysOfWeek')
    expect(wrong({ frequency: 'WEEKDAYS', daysOfWeek: [8] })).toMatch('body.daysOfWeek')
    expect(wrong({ frequency: 'EVERY_N_DAYS' })).toMatch('body.interval')
    expect(wrong({ frequency: 'WEEKLY', timesPerPeriod: 8 })).toMatch('body.timesPerPeriod')
    expect(wrong({ frequency: 'MONTHLY', timesPerPeriod: 31 })).toBeUndefined()
    expect(wrong({ frequency: 'RRULE' })).toMatch('body.rrule')
    expect(wrong({ frequency: 'RRULE', rrule: 'FREQ=YEARLY' })).toMatch('body.rrule')
    expect(wrong({ frequency: 'DAILY', restDays: [1, 2, 3, 4, 5, 6, 7] })).toMatch('body.restDays')
  })
})
