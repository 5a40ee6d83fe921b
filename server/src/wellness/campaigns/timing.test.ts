import { expect, test } from 'vitest'
import { quietUntil } from '../../platform/quiet-hours.ts'
import { firstMomentOf, localPartOf, momentIn } from './timing.ts'

const berlin = (startMinutes: number, endMinutes: number) => ({
  timezone: 'Europe/Berlin',
  startMinutes,
  endMinutes,
})
const until = (now: string, quiet: ReturnType<typeof berlin>) =>
  quietUntil(new Date(now), quiet)?.toISOString()

test('quiet hours over midnight end in the morning', () => {
  const night = berlin(22 * 60, 7 * 60)
  expect(until('2026-05-10T19:59:00Z', night)).toBeUndefined()
  expect(until('2026-05-10T20:00:00Z', night)).toBe('2026-05-11T05:00:00.000Z')
  expect(until('2026-05-11T04:59:59Z', night)).toBe('2026-05-11T05:00:00.000Z')
  expect(until('2026-05-11T05:00:00Z', night)).toBeUndefined()
})

test('quiet hours within a day, and none at all', () => {
  expect(until('2026-05-10T11:00:00Z', berlin(12 * 60, 14 * 60))).toBe('2026-05-10T12:00:00.000Z')
  expect(until('2026-05-10T13:00:00Z', berlin(12 * 60, 14 * 60))).toBeUndefined()
  expect(until('2026-05-10T11:00:00Z', berlin(60, 60))).toBeUndefined()
})

test('in the night of a clock change they still end at seven', () => {
  expect(until('2026-03-28T22:00:00Z', berlin(22 * 60, 7 * 60))).toBe('2026-03-29T05:00:00.000Z')
  expect(until('2026-10-24T21:00:00Z', berlin(22 * 60, 7 * 60))).toBe('2026-10-25T06:00:00.000Z')
})

test('a time on everybody’s own clock comes in the far east first', () => {
  const local = localPartOf('2026-05-01T09:00:00.000+02:00')
  expect(local).toBe('2026-05-01T09:00:00')
  expect(localPartOf('2026-05-01T09:00Z')).toBe('2026-05-01T09:00')
  expect(momentIn(local, 'Asia/Tokyo').toISOString()).toBe('2026-05-01T00:00:00.000Z')
  expect(momentIn(local, 'America/Lima').toISOString()).toBe('2026-05-01T14:00:00.000Z')
  expect(firstMomentOf(local)).toEqual(momentIn(local, 'Pacific/Kiritimati'))
})
