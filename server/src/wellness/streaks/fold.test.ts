import { describe, expect, test } from 'vitest'
import { addDays } from '../days/public.ts'
import { explain, foldGoal } from './fold.ts'
import type { GoalLedger, Mark, Revision } from './goal.ts'
import { dayPercent, shareDone, valueProgress } from './progress.ts'

const daily: Revision = {
  effectiveFrom: '2026-03-01',
  direction: 'BUILD',
  metric: 'CHECK',
  target: null,
  schedule: { frequency: 'DAILY' },
  freezeEnabled: false,
  weekStart: 'MON',
}
const greenwich = { beganAt: new Date('2026-01-01T00:00:00Z'), timezone: 'UTC', dayStartMinutes: 0 }

/** A goal since Sunday, the first of March 2026, at noon of a day. */
const ledger = (today: string, given: Partial<GoalLedger> = {}): GoalLedger => ({
  revisions: [daily],
  marks: [],
  pauses: [],
  suspended: [],
  until: null,
  stays: [greenwich],
  now: new Date(`${today}T12:00:00Z`),
  ...given,
})
const done = (date: string, value: number | null = null): Mark => ({ date, status: 'COMPLETED', value })
const skipped = (date: string): Mark => ({ date, status: 'SKIPPED', value: null })
const noted = (date: string, value: number): Mark => ({ date, status: 'PENDING', value })
const march = (...days: number[]) => days.map((day) => addDays('2026-02-28', day))
const outcomes = (given: GoalLedger) => foldGoal(given).units.map((unit) => unit.outcome)

describe('a streak of days', () => {
  test('is what it was without the days that do not count', () => {
    const given = ledger('2026-03-08', {
      revisions: [{ ...daily, schedule: { frequency: 'DAILY', restDays: [7] } }],
      marks: march(2, 5, 8).map((date) => done(date)),
      pauses: [{ from: '2026-03-03', to: '2026-03-03' }],
      suspended: [{ from: '2026-03-04', to: '2026-03-04' }],
    })
    expect(foldGoal(given).units.map(({ because }) => because)).toEqual([
      'REST_DAY',
      'DONE',
      'PAUSE',
      'SUSPENDED',
      'DONE',
      'NOT_DONE',
      'NOT_DONE',
      'DONE',
    ])
    expect(foldGoal(given)).toMatchObject({ current: 1, best: 2, consistency30: 0.6 })
  })

  test('stands two skips in seven days, and not three', () => {
    const marks = [
      done('2026-03-01'),
      ...march(2, 3, 4).map(skipped),
      ...march(5, 6, 7, 8).map((date) => done(date)),
    ]
    const given = ledger('2026-03-10', { marks: [...marks, ...march(9, 10).map(skipped)] })
    expect(foldGoal(given).units.map(({ because }) => because)).toEqual([
      'DONE',
      'SKIP',
      'SKIP',
      'TOO_MANY_SKIPS',
      'DONE',
      'DONE',
      'DONE',
      'DONE',
      'SKIP',
      'SKIP',
    ])
  })

  test('uses a freeze where it has one', () => {
    const revisions = [{ ...daily, freezeEnabled: true }]
    const marks = march(1, 2, 3, 4, 5, 6, 7, 9).map((date) => done(date))
    const folded = foldGoal(ledger('2026-03-09', { revisions, marks }))
    expect(folded.units.at(7)).toMatchObject({
      outcome: 'FROZEN',
      because: 'FREEZE_USED',
      current: 7,
      tokens: 0,
    })
    expect(folded).toMatchObject({ current: 8, best: 8, tokens: 0, consistency30: 8 / 9 })
  })

  test('ends with the life of the goal', () => {
    const given = ledger('2026-03-20', { marks: march(1, 2).map((date) => done(date)), until: '2026-03-02' })
    expect(foldGoal(given)).toMatchObject({ current: 2, best: 2 })
    expect(outcomes(given)).toHaveLength(2)
  })
})

describe('a streak of weeks', () => {
  const weekly: Revision = { ...daily, schedule: { frequency: 'WEEKLY', timesPerPeriod: 3 } }

  test('asks for less of a week that is cut short, and is satisfied before it ends', () => {
    const given = ledger('2026-03-11', {
      revisions: [weekly],
      marks: march(1, 2, 3, 4, 9, 10, 11).map((date) => done(date)),
    })
    expect(foldGoal(given).units).toMatchObject([
      { from: '2026-03-01', to: '2026-03-01', outcome: 'SATISFIED', done: 1, required: 1 },
      { from: '2026-03-02', to: '2026-03-08', outcome: 'SATISFIED', done: 3, required: 3 },
      { from: '2026-03-09', to: '2026-03-15', outcome: 'SATISFIED', current: 3 },
    ])
  })

  test('asks for less while paused, and for nothing when no day is left', () => {
    const given = ledger('2026-03-25', {
      revisions: [{ ...weekly, effectiveFrom: '2026-03-02' }],
      marks: march(2, 3).map((date) => done(date)),
      pauses: [{ from: '2026-03-05', to: '2026-03-15' }],
    })
    expect(foldGoal(given).units).toMatchObject([
      { outcome: 'SATISFIED', required: 2 },
      { outcome: 'PAUSED', because: 'PAUSE' },
      { outcome: 'MISSED', current: 0 },
      { outcome: 'OPEN' },
    ])
  })

  test('adds up what the whole week asks for', () => {
    const minutes: Revision = {
      ...weekly,
      effectiveFrom: '2026-03-02',
      metric: 'MINUTES',
      target: 150,
      schedule: { frequency: 'WEEKLY' },
    }
    const marks = [noted('2026-03-02', 100), noted('2026-03-06', 50), noted('2026-03-09', 149.9)]
    expect(foldGoal(ledger('2026-03-16', { revisions: [minutes], marks })).units).toMatchObject([
      { outcome: 'SATISFIED', done: 150, required: 150 },
      { outcome: 'MISSED', done: 149.9 },
      { outcome: 'OPEN' },
    ])
  })
})

describe('something to give up', () => {
  const quit: Revision = { ...daily, direction: 'QUIT', metric: 'COUNT', target: 2 }

  test('is judged when the day closes, and holds when nothing is noted', () => {
    const marks = [noted('2026-03-02', 2), noted('2026-03-03', 3), noted('2026-03-05', 9)]
    const given = ledger('2026-03-05', { revisions: [quit], marks })
    expect(outcomes(given)).toEqual(['SATISFIED', 'SATISFIED', 'MISSED', 'SATISFIED', 'OPEN'])
    expect(foldGoal(given)).toMatchObject({ current: 1, best: 2 })
  })

  test('begins strong', () => {
    expect(foldGoal(ledger('2026-03-05', { revisions: [quit] })).strength).toBe(100)
    expect(foldGoal(ledger('2026-03-05')).strength).toBe(0)
  })
})

describe('a change of mind', () => {
  test('leaves the days that were judged, and begins weeks whole', () => {
    const later: Revision = {
      ...daily,
      effectiveFrom: '2026-03-04',
      schedule: { frequency: 'WEEKLY', timesPerPeriod: 1 },
    }
    const back: Revision = {
      ...daily,
      effectiveFrom: '2026-03-18',
      schedule: { frequency: 'EVERY_N_DAYS', interval: 3 },
    }
    const units = foldGoal(ledger('2026-03-30', { revisions: [daily, later, back] })).units
    expect(units.map(({ from, to }) => (from === to ? from : `${from}/${to}`))).toEqual([
      ...march(1, 2, 3, 4, 5, 6, 7, 8),
      '2026-03-09/2026-03-15',
      '2026-03-16/2026-03-22',
      ...march(23, 26, 29),
    ])
  })

  test('that was taken back before its week began never was', () => {
    const later: Revision = { ...daily, effectiveFrom: '2026-03-04', schedule: { frequency: 'WEEKLY' } }
    const back: Revision = {
      ...daily,
      effectiveFrom: '2026-03-05',
      schedule: { frequency: 'WEEKDAYS', daysOfWeek: [5] },
    }
    const units = foldGoal(ledger('2026-03-14', { revisions: [daily, later, back] })).units
    expect(units.map(({ from }) => from)).toEqual(march(1, 2, 3, 4, 6, 13))
  })
})

test('strength halves its distance in thirteen days', () => {
  const marks = Array.from({ length: 13 }, (_, index) => done(addDays('2026-03-01', index)))
  expect(foldGoal(ledger('2026-03-13', { marks })).strength).toBe(50)
  expect(foldGoal(ledger('2026-03-26', { marks })).strength).toBe(26)
  const weekdays: Revision = { ...daily, schedule: { frequency: 'WEEKDAYS', daysOfWeek: [1, 2, 3, 4, 5] } }
  const worked = Array.from({ length: 400 }, (_, index) => addDays('2026-03-01', index)).filter(
    (date) => ![0, 6].includes(new Date(date).getUTCDay()),
  )
  const given = ledger('2027-04-03', { revisions: [weekdays], marks: worked.map((date) => done(date)) })
  expect(foldGoal(given).strength).toBe(100)
})

test('every unit is explained by when and where it closed, and the last one is what is shown', () => {
  const stays = [
    greenwich,
    { beganAt: new Date('2026-03-03T10:00:00Z'), timezone: 'America/New_York', dayStartMinutes: 180 },
  ]
  const given = ledger('2026-03-05', { stays, marks: march(1, 2, 4).map((date) => done(date)) })
  const units = explain(given, { from: '2026-03-02', to: '2026-03-31' })
  expect(units).toMatchObject([
    { from: '2026-03-02', closedAt: new Date('2026-03-03T00:00:00Z'), timezone: 'UTC', current: 2 },
    {
      outcome: 'MISSED',
      closedAt: new Date('2026-03-04T08:00:00Z'),
      timezone: 'America/New_York',
      current: 0,
    },
    { outcome: 'SATISFIED', closedAt: new Date('2026-03-05T08:00:00Z') },
    { outcome: 'OPEN', closedAt: null, timezone: null, current: 1, best: 2 },
  ])
  expect(foldGoal(given)).toMatchObject({ current: 1, best: 2 })
})

describe('how much of a day is done', () => {
  const minutes: Revision = { ...daily, metric: 'MINUTES', target: 30 }

  test('is its value, or the weights of its sub-goals', () => {
    expect(shareDone(minutes, noted('2026-03-01', 15))).toBe(0.5)
    expect(shareDone(minutes, done('2026-03-01', 30))).toBe(1)
    expect(shareDone(daily, { ...noted('2026-03-01', 0), subGoals: { done: 3, all: 4 } })).toBe(0.75)
    expect(shareDone({ ...minutes, direction: 'QUIT' }, undefined)).toBe(1)
    expect(shareDone({ ...minutes, direction: 'QUIT' }, noted('2026-03-01', 31))).toBe(0)
  })

  test('fills the ring only when everything is', () => {
    expect(dayPercent([])).toBeNull()
    expect(dayPercent([1, 1, 1])).toBe(100)
    expect(dayPercent([1, 1, 0.999])).toBe(99)
    expect(dayPercent([1, 0, 0])).toBe(33)
  })

  test('of a measured value is the way it has come', () => {
    expect(valueProgress({ current: 75, baseline: 80, target: 70 })).toBe(0.5)
    expect(valueProgress({ current: 85, baseline: 80, target: 70 })).toBe(0)
    expect(valueProgress({ current: 69, baseline: 80, target: 70 })).toBe(1)
  })
})
