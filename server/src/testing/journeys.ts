import fc from 'fast-check'
import { days, hours, minutes } from '../platform/clock.ts'
import { wallClock } from '../platform/wall-clock.ts'
import type { Stay } from '../wellness/accounts/public.ts'
import { logicalDate } from '../wellness/days/public.ts'

/** Zones whose clocks do all that clocks did since 1990, from one end of the day to the other. */
export const zones = [
  'Pacific/Niue',
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'Pacific/Marquesas',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Denver',
  'America/Chicago',
  'America/Mexico_City',
  'America/New_York',
  'America/Havana',
  'America/Caracas',
  'America/Santiago',
  'America/Asuncion',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Nuuk',
  'America/Scoresbysund',
  'Atlantic/Azores',
  'Europe/London',
  'Africa/Casablanca',
  'Europe/Berlin',
  'Africa/Cairo',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Asia/Amman',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Baku',
  'Asia/Kabul',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Dhaka',
  'Asia/Yangon',
  'Asia/Shanghai',
  'Asia/Pyongyang',
  'Asia/Tokyo',
  'Australia/Eucla',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Antarctica/Troll',
  'Asia/Magadan',
  'Pacific/Norfolk',
  'Pacific/Auckland',
  'Pacific/Fiji',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Fakaofo',
  'Pacific/Tongatapu',
  'Pacific/Kwajalein',
  'Pacific/Kiritimati',
] as const

const offsetAt = (utc: number, zone: string) => wallClock(new Date(utc), zone) - Math.floor(utc / 1000) * 1000

/** The moments of a year at which a zone's clock was moved, to the minute. */
function clockChanges(zone: string, year: number): readonly number[] {
  const found: number[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let from = Date.UTC(year, 0, 1); from < end; from += days(14)) {
    let [low, high] = [from, Math.min(end, from + days(14))]
    if (offsetAt(low, zone) === offsetAt(high, zone)) continue
    while (high - low > minutes(1)) {
      const middle = Math.floor((low + high) / 2 / 60_000) * 60_000
      if (middle <= low || offsetAt(middle, zone) !== offsetAt(low, zone)) high = middle
      else low = middle
    }
    found.push(high)
  }
  return found
}

/** A moment at which a zone's clock was moved. */
export interface ClockChange {
  zone: string
  at: number
}

const years = Array.from({ length: 2040 - 1990 + 1 }, (_, index) => 1990 + index)

let known: readonly ClockChange[] | undefined

/** Every one of them from 1990 to 2040, as the data of zones has them, zone by zone. */
export function allClockChanges(): readonly ClockChange[] {
  known ??= zones.flatMap((zone) =>
    years.flatMap((year) => clockChanges(zone, year).map((at) => ({ zone, at }))),
  )
  return known
}

export interface Session {
  at: Date
  zone: string
  /** Fixed when it was written. */
  date: string
  /** When it reached the server: up to seven days later. */
  arrivesAt: Date
}

/** Weeks of somebody's life: where they were, when they practised, and when that was known. */
export interface Journey {
  stays: readonly Stay[]
  dayStartMinutes: number
  /** By when they happened. */
  sessions: readonly Session[]
  endsAt: Date
}

const leg = fc.record({
  zone: fc.constantFrom(...zones),
  hours: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 300 })),
})
const anyTime = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 11, 1) })
const visit = fc.record({
  afterHours: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.integer({ min: 31, max: 80 }) },
  ),
  minute: fc.integer({ min: 0, max: 59 }),
  delayMinutes: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 7 * 24 * 60 }) },
  ),
})

const days15 = 15 * 24 * 60

/**
 * Any journey that begins in one of some zones, in the days before its clock is moved, and may go anywhere from
 * there; one in eight begins anywhere at any time.
 */
export const journeys = (changes: readonly ClockChange[] = allClockChanges()): fc.Arbitrary<Journey> =>
  fc
    .record({
      change: fc.oneof(
        { weight: 7, arbitrary: fc.constantFrom(...changes) },
        { weight: 1, arbitrary: fc.record({ zone: fc.constantFrom(...zones), at: anyTime }) },
      ),
      lead: fc.integer({ min: 0, max: days15 }),
      dayStartMinutes: fc.oneof(
        fc.constantFrom(0, 60, 90, 120, 150, 180, 360),
        fc.integer({ min: 0, max: 360 }),
      ),
      firstHours: fc.integer({ min: 1, max: 500 }),
      legs: fc.array(leg, { maxLength: 4 }),
      visits: fc.array(visit, { minLength: 1, maxLength: 40 }),
    })
    .map(({ change, lead, dayStartMinutes, firstHours, legs, visits }) =>
      journeyOf(change.at - minutes(lead), {
        dayStartMinutes,
        legs: [{ zone: change.zone, hours: firstHours }, ...legs],
        visits,
      }),
    )

function journeyOf(
  start: number,
  {
    dayStartMinutes,
    legs,
    visits,
  }: {
    dayStartMinutes: number
    legs: readonly { zone: string; hours: number }[]
    visits: readonly { afterHours: number; minute: number; delayMinutes: number }[]
  },
): Journey {
  let began = start
  const stays = legs.map((each) => {
    const stay = { beganAt: new Date(began), timezone: each.zone, dayStartMinutes }
    began += hours(each.hours)
    return stay
  })
  let at = start
  const sessions = visits.map(({ afterHours, minute, delayMinutes }) => {
    at += hours(afterHours) + minutes(minute)
    const zone = stays.findLast((stay) => stay.beganAt.getTime() <= at)?.timezone ?? 'UTC'
    const when = new Date(at)
    const arrivesAt = new Date(at + minutes(delayMinutes))
    return { at: when, zone, date: logicalDate(when, zone, dayStartMinutes), arrivesAt }
  })
  return { stays, dayStartMinutes, sessions, endsAt: new Date(Math.max(began, at) + days(8)) }
}

/** Where somebody was by then, as it was known. */
export const staysBy = ({ stays }: Journey, now: Date): Stay[] => {
  const by = stays.filter((stay) => stay.beganAt <= now)
  return by.length > 0 ? by : stays.slice(0, 1)
}
