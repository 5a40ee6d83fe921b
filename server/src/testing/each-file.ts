import { afterAll, expect } from 'vitest'
import { seconds } from '../platform/clock.ts'
import { clockOffset } from './world.ts'

// Files share a world. Where one leaves the clock ahead, jobs of the next ones wait for a time that the queue,
// which goes by the database's clock, does not see come.
afterAll(async () => {
  expect(Math.abs(await clockOffset()), 'the clock is where it was before').toBeLessThan(seconds(30))
})
