import { describe, expect, test } from 'vitest'
import { Problem } from '../../platform/operation/problem.ts'
import { allFeelings, feelingLabels, parseFeeling } from '../feelings/public.ts'
import { checkTime, creditedSeconds, eventTime, eventType, feelingOf, fingerprintOf } from './event.ts'

const now = new Date('2026-05-10T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('the event of a request', () => {
  test('has a type in any case and by any of its names', () => {
    expect(eventType(undefined)).toBe('COMPLETE')
    expect(eventType('begin')).toBe('START')
    expect(eventType('After')).toBe('COMPLETE')
    expect(eventType('skip')).toBe('ABANDON')
    expect(() => eventType('fly')).toThrow(Problem)
  })

  test('happened when the app says, else when its request id was made, else now', () => {
    const told = ago(3_600_000)
    const hex = told.getTime().toString(16).padStart(12, '0')
    const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-0123456789ab`
    expect(eventTime('2026-05-09T10:00:00+02:00', id, now).toISOString()).toBe('2026-05-09T08:00:00.000Z')
    expect(eventTime(undefined, id, now)).toEqual(told)
    expect(eventTime(undefined, 'a-plain-id', now)).toEqual(now)
    expect(eventTime(undefined, undefined, now)).toEqual(now)
    // A request id from another year is no event time, but no mistake either.
    expect(eventTime(undefined, '00000000-0001-7abc-8abc-0123456789ab', now)).toEqual(now)
  })

  test('is at most seven days old and five minutes ahead', () => {
    for (const fine of ['2026-05-03T12:00:00Z', '2026-05-10T12:05:00Z'])
      expect(() => checkTime(new Date(fine), now)).not.toThrow()
    for (const wrong of ['2026-05-03T11:59:59Z', '2026-05-10T12:05:01Z', '2026-13-40T00:00:00Z'])
      expect(() => checkTime(new Date(wrong), now)).toThrow(Problem)
  })

  test('has one fingerprint per content', () => {
    expect(fingerprintOf(['START', undefined])).toEqual(fingerprintOf(['START', null]))
    expect(fingerprintOf(['START'])).not.toEqual(fingerprintOf(['COMPLETE']))
  })
})

describe('credited time', () => {
  const start = ago(6 * 3_600_000)
  test('is what passed, within reason', () => {
    expect(creditedSeconds(ago(300_000), now, 600)).toBe(300)
    expect(creditedSeconds(start, now, 600)).toBe(900)
    expect(creditedSeconds(start, now, null)).toBe(4 * 3600)
    expect(creditedSeconds(ago(20 * 3_600_000), now, 43_200)).toBe(12 * 3600)
    expect(creditedSeconds(now, start, 600)).toBe(0)
  })
})

describe('feelings', () => {
  test('are a number of the scale, a label or a word', () => {
    expect(parseFeeling('1')).toEqual({ label: 'VERY_UNPLEASANT', valence: -3 })
    expect(parseFeeling('7')).toEqual({ label: 'VERY_PLEASANT', valence: 3 })
    expect(parseFeeling('calm')).toEqual({ label: 'CALM', valence: 2 })
    expect(parseFeeling('Okay')).toEqual({ label: 'OKAY', valence: 0 })
    expect(parseFeeling('very pleasant')?.label).toBe('VERY_PLEASANT')
    for (const wrong of ['0', '8', 'xyzzy', '', '1.5', 'constructor'])
      expect(parseFeeling(wrong)).toBeUndefined()
    expect(feelingOf(undefined)).toBeNull()
    expect(() => feelingOf('xyzzy')).toThrow(Problem)
  })

  test('know 38 labels, and every one has a valence of the scale', () => {
    expect(feelingLabels).toHaveLength(38)
    expect(new Set(allFeelings).size).toBe(allFeelings.length)
    for (const label of allFeelings)
      expect(Math.abs(parseFeeling(label)?.valence ?? 9)).toBeLessThanOrEqual(3)
  })
})
