import assert from 'node:assert/strict'
import fc from 'fast-check'
import { hours, minutes } from '../platform/clock.ts'
import { addDays, endOfDay, isClosed, logicalDate, startOfDay } from '../wellness/days/public.ts'
import type { Folded, FoldState, GoalLedger, Mark, Revision } from '../wellness/streaks/public.ts'
import { foldGoal } from '../wellness/streaks/public.ts'
import { type ClockChange, type Journey, journeys, staysBy } from './journeys.ts'

// What holds of every journey. Here and not in the test, because the long form runs it without one.

/** Something that holds of journeys around some changes of clocks. */
type Holds = (changes?: readonly ClockChange[]) => fc.IRawProperty<unknown>

const practice: Revision = {
  effectiveFrom: '1980-01-01',
  direction: 'BUILD',
  metric: 'CHECK',
  target: null,
  schedule: { frequency: 'DAILY' },
  freezeEnabled: true,
  weekStart: 'MON',
}

const datesOf = (sessions: Journey['sessions']) => [...new Set(sessions.map(({ date }) => date))].sort()

/** What is known of a journey at a moment. */
function ledgerAt(journey: Journey, now: Date, given: Partial<GoalLedger> = {}): GoalLedger {
  const dates = datesOf(journey.sessions.filter(({ arrivesAt }) => arrivesAt <= now))
  const since = datesOf(journey.sessions)[0] ?? '1980-01-01'
  return {
    revisions: [{ ...practice, effectiveFrom: since }],
    marks: dates.map((date): Mark => ({ date, status: 'COMPLETED', value: null })),
    pauses: [],
    suspended: [],
    until: null,
    stays: staysBy(journey, now),
    now,
    ...given,
  }
}

const shown = ({ current, best, tokens, strength, consistency30 }: Folded) => ({
  current,
  best,
  tokens,
  strength,
  consistency30,
})

/** The streak by the outcomes of its units alone, in the plainest way. */
function sumOf(units: Folded['units']) {
  let [current, best, tokens] = [0, 0, 0]
  for (const { outcome } of units) {
    if (outcome === 'SATISFIED') current += 1
    if (outcome === 'MISSED') current = 0
    best = Math.max(best, current)
    if (outcome === 'SATISFIED' && current % 7 === 0) tokens = Math.min(2, tokens + 1)
    if (outcome === 'FROZEN') tokens -= 1
  }
  return { current, best, tokens }
}

const neverEarly: Holds = (changes) =>
  fc.property(journeys(changes), fc.integer({ min: 10, max: 170 }), (journey, step) => {
    const end = journey.endsAt.getTime()
    for (let time = journey.stays[0]?.beganAt.getTime() ?? end; time < end; time += minutes(step * 7)) {
      const now = new Date(time)
      const stays = staysBy(journey, now)
      const { timezone, dayStartMinutes } = stays.at(-1) ?? { timezone: 'UTC', dayStartMinutes: 0 }
      const date = logicalDate(now, timezone, dayStartMinutes)
      assert(!isClosed(date, stays, now))
      assert(isClosed(date, stays, new Date(Date.parse(`${date}T00:00:00Z`) + hours(48))))
    }
  })

const oneEach: Holds = (changes) =>
  fc.property(journeys(changes), (journey) => {
    for (const { at, zone, date } of journey.sessions) {
      const place = { timezone: zone, dayStartMinutes: journey.dayStartMinutes }
      const [begins, ends] = [startOfDay(date, place), endOfDay(date, place)]
      assert(at < ends)
      const length = (ends.getTime() - begins.getTime()) / hours(1)
      // Kwajalein, Samoa and Tokelau left out a day; of one that begins at night its last hours came all the same.
      if (length === 0) continue
      assert(length >= 20 && length <= 27)
      // A start that the clock leapt over is set after the gap.
      assert(at.getTime() >= begins.getTime() - hours(2))
    }
    const { units } = foldGoal(ledgerAt(journey, journey.endsAt))
    for (const [index, unit] of units.entries()) assert.equal(unit.from, addDays(units[0]?.from ?? '', index))
  })

const anyOrder: Holds = (changes) =>
  fc.property(journeys(changes), fc.nat(), (journey, salt) => {
    const arrivals = [...journey.sessions].sort(
      (a, b) =>
        a.arrivesAt.getTime() - b.arrivesAt.getTime() || ((salt % 2) * 2 - 1) * a.date.localeCompare(b.date),
    )
    let kept: FoldState | undefined
    for (const now of [...arrivals.map(({ arrivesAt }) => arrivesAt), journey.endsAt]) {
      const whole = ledgerAt(journey, now)
      const through = kept?.through ?? ''
      const online = foldGoal({ ...whole, marks: whole.marks.filter(({ date }) => date > through) }, kept)
      const scratch = foldGoal(whole)
      assert.deepEqual(shown(online), shown(scratch))
      assert.deepEqual(scratch.units.slice(-online.units.length || scratch.units.length), online.units)
      // No date moves: what was written is there, once.
      const done = scratch.units.filter(({ outcome }) => outcome === 'SATISFIED').map(({ from }) => from)
      assert.deepEqual(
        done,
        whole.marks.map(({ date }) => date),
      )
      // A write as late as the latest finds its date still open to change.
      kept = online.kept
      const isLateEnough = kept === undefined || kept.through < addDays(now.toISOString().slice(0, 10), -9)
      assert(isLateEnough)
    }
  })

const schedules: fc.Arbitrary<Revision['schedule']> = fc.oneof(
  fc.record({ frequency: fc.constant('DAILY' as const), restDays: fc.subarray([1, 4, 7], { maxLength: 2 }) }),
  fc.record({
    frequency: fc.constant('WEEKDAYS' as const),
    daysOfWeek: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  }),
  fc.record({
    frequency: fc.constantFrom('WEEKLY' as const, 'MONTHLY' as const),
    timesPerPeriod: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
    restDays: fc.subarray([6, 7]),
  }),
  fc.record({ frequency: fc.constant('EVERY_N_DAYS' as const), interval: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    frequency: fc.constant('RRULE' as const),
    rrule: fc.constantFrom(
      'FREQ=MONTHLY;BYDAY=1MO,-1FR',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA',
      'FREQ=DAILY;COUNT=9',
    ),
  }),
)
const revision = fc.record({
  direction: fc.constantFrom('BUILD' as const, 'QUIT' as const),
  metric: fc.constantFrom('CHECK' as const, 'COUNT' as const, 'MINUTES' as const),
  target: fc.constantFrom(1, 20, 0.5),
  schedule: schedules,
  freezeEnabled: fc.boolean(),
  weekStart: fc.constantFrom('MON' as const, 'SUN' as const, 'SAT' as const),
  afterDays: fc.integer({ min: 0, max: 60 }),
})
const status = fc.constantFrom('COMPLETED' as const, 'SKIPPED' as const, 'PENDING' as const)
const spans = fc.array(fc.tuple(fc.nat(90), fc.nat(20)), { maxLength: 2 })

const anyGoal: Holds = (changes) =>
  fc.property(
    journeys(changes),
    fc.array(revision, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(status, fc.option(fc.integer({ min: 0, max: 60_000 }))), {
      minLength: 40,
      maxLength: 40,
    }),
    fc.record({ pauses: spans, suspended: spans }),
    (journey, revisions, notes, { pauses, suspended }) => {
      const dates = datesOf(journey.sessions)
      const start = dates[0] ?? '2026-01-01'
      let begins = start
      const given: Partial<GoalLedger> = {
        revisions: revisions.map(({ afterDays, ...each }, index) => {
          if (index > 0) begins = addDays(begins, afterDays)
          return { ...each, effectiveFrom: begins }
        }),
        marks: dates.map((date, index): Mark => {
          const [noted = 'PENDING', value = null] = notes[index] ?? []
          return { date, status: noted, value: value === null ? null : value / 1000 }
        }),
        pauses: pauses.map(([at, length]) => ({
          from: addDays(start, at),
          to: addDays(start, at + length),
        })),
        suspended: suspended.map(([at, length]) => ({
          from: addDays(start, at),
          to: addDays(start, at + length),
        })),
      }
      let kept: FoldState | undefined
      for (let weeks = 0; weeks < 8; weeks += 1) {
        const whole = ledgerAt(journey, new Date(journey.endsAt.getTime() + hours(weeks * 100)), given)
        const scratch = foldGoal(whole)
        const through = kept?.through ?? ''
        const online = foldGoal({ ...whole, marks: whole.marks.filter(({ date }) => date > through) }, kept)
        assert.deepEqual(shown(online), shown(scratch))
        assert.deepEqual(online.kept, scratch.kept)
        kept = online.kept
        const last = scratch.units.at(-1) ?? { current: 0, best: 0, tokens: 0 }
        const { current, best, tokens } = sumOf(scratch.units)
        assert.deepEqual([current, best, tokens], [last.current, last.best, last.tokens])
        assert.deepEqual([current, best, tokens], [scratch.current, scratch.best, scratch.tokens])
        for (const [index, unit] of scratch.units.entries())
          assert(index === 0 || unit.from > (scratch.units[index - 1]?.to ?? ''))
      }
    },
  )

/** Each with its part of the journeys. */
export const properties: readonly { name: string; part: number; holds: Holds }[] = [
  { name: 'a date is never closed while somebody lives it, in any zone', part: 0.2, holds: neverEarly },
  {
    name: 'days of 22 to 26 hours hold the moments that are theirs, and count one each',
    part: 0.3,
    holds: oneEach,
  },
  {
    name: 'whatever arrives when, what is kept goes on to what is folded from scratch',
    part: 0.2,
    holds: anyOrder,
  },
  {
    name: 'a goal of any kind goes on from any kept state, and sums to what is explained',
    part: 0.3,
    holds: anyGoal,
  },
]
