import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { properties } from '../../testing/journey-properties.ts'
import { allClockChanges, zones } from '../../testing/journeys.ts'

// The long form of it is bench/journeys.ts.
const numberOfJourneys = 2000
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))

test.for(properties)(`$name (seed ${seed})`, { timeout: minutes(10) }, ({ part, holds }) => {
  fc.assert(holds(), { numRuns: Math.ceil(numberOfJourneys * part), seed })
})

test('journeys begin around every change of the clock in more than forty zones', () => {
  const changes = allClockChanges()
  const at = (zone: string, moment: string) =>
    changes.some((change) => change.zone === zone && change.at === Date.parse(moment))
  expect(new Set(changes.map(({ zone }) => zone)).size).toBeGreaterThan(40)
  expect(zones.length).toBeGreaterThan(50)
  expect(at('Europe/Berlin', '1990-03-25T01:00:00Z')).toBe(true)
  expect(at('America/New_York', '2040-11-04T06:00:00Z')).toBe(true)
  expect(at('Pacific/Apia', '2011-12-30T10:00:00Z')).toBe(true)
})
