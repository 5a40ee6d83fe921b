import { describe, expect, test } from 'vitest'
import { closingOf, isClosed, isSwallowed } from './closing.ts'

const stay = (beganAt: string, timezone: string, dayStartMinutes = 0) => ({
  beganAt: new Date(beganAt),
  timezone,
  dayStartMinutes,
})
const at = (text: string) => new Date(text)
/** Whether a day on which nothing was done counts against somebody. */
const isMissed = (date: string, stays: ReturnType<typeof stay>[], now: Date) =>
  isClosed(date, stays, now) && !isSwallowed(date, stays, now)

describe('a day without practice', () => {
  const berlin = [stay('2026-01-01T00:00:00Z', 'Europe/Berlin')]

  test('counts once it is over', () => {
    expect(isMissed('2026-03-02', berlin, at('2026-03-02T22:59:59Z'))).toBe(false)
    expect(isMissed('2026-03-02', berlin, at('2026-03-02T23:00:00Z'))).toBe(true)
    expect(isMissed('2024-03-02', berlin, at('2026-03-02T23:00:00Z'))).toBe(true)
    const late = [stay('2026-01-01T00:00:00Z', 'Europe/Berlin', 180)]
    expect(isMissed('2026-03-02', late, at('2026-03-03T01:59:59Z'))).toBe(false)
    expect(isMissed('2026-03-02', late, at('2026-03-03T02:00:00Z'))).toBe(true)
  })

  test('is not over early by flying east', () => {
    // Honolulu is 24 hours behind Kiritimati: 18:00 there is 18:00 of the day after here.
    const stays = [
      stay('2026-01-01T00:00:00Z', 'Pacific/Honolulu'),
      stay('2026-03-03T04:00:00Z', 'Pacific/Kiritimati'),
    ]
    expect(isMissed('2026-03-02', stays, at('2026-03-03T09:59:59Z'))).toBe(false)
    expect(isMissed('2026-03-02', stays, at('2026-03-03T10:00:00Z'))).toBe(true)
  })

  test('does not count when the flight swallowed more than half of it', () => {
    const leaving = (hour: string) => [
      stay('2026-01-01T00:00:00Z', 'Pacific/Honolulu'),
      stay(`2026-03-02T${hour}:00:00Z`, 'Pacific/Kiritimati'),
    ]
    // It began at 10:00Z in Honolulu, and was over in Kiritimati by then.
    expect(isMissed('2026-03-02', leaving('21'), at('2026-03-05T00:00:00Z'))).toBe(false)
    expect(isMissed('2026-03-02', leaving('22'), at('2026-03-05T00:00:00Z'))).toBe(true)
  })

  test('waits for the later zone when somebody is in both all the time', () => {
    const stays = Array.from({ length: 400 }, (_, index) =>
      stay(
        new Date(Date.parse('2026-03-01T00:00:00Z') + index * 600_000).toISOString(),
        index % 2 === 0 ? 'Pacific/Kiritimati' : 'Pacific/Niue',
      ),
    )
    expect(isMissed('2026-03-02', stays, at('2026-03-03T10:59:59Z'))).toBe(false)
    expect(isMissed('2026-03-02', stays, at('2026-03-03T11:00:00Z'))).toBe(true)
  })

  test('is a day of the first zone when it was before anybody knew where they were', () => {
    const stays = [stay('2026-03-10T00:00:00Z', 'America/Lima'), stay('2026-03-20T00:00:00Z', 'Asia/Tokyo')]
    expect(isMissed('2026-02-01', stays, at('2026-03-21T00:00:00Z'))).toBe(true)
  })

  test('that lasts longer, after a flight west, is over in the west', () => {
    const stays = [
      stay('2026-01-01T00:00:00Z', 'Asia/Tokyo'),
      stay('2026-03-02T10:00:00Z', 'America/Los_Angeles'),
    ]
    expect(isMissed('2026-03-02', stays, at('2026-03-03T07:59:59Z'))).toBe(false)
    expect(isMissed('2026-03-02', stays, at('2026-03-03T08:00:00Z'))).toBe(true)
  })
})

describe('the end of a day', () => {
  test('says when and where it was, in 23 and 25 hours alike', () => {
    const berlin = stay('2026-01-01T00:00:00Z', 'Europe/Berlin')
    expect(closingOf('2026-03-29', [berlin]).at).toEqual(at('2026-03-29T22:00:00Z'))
    expect(closingOf('2026-10-25', [berlin]).at).toEqual(at('2026-10-25T23:00:00Z'))
    const york = stay('2026-03-02T18:00:00Z', 'America/New_York')
    expect(closingOf('2026-03-02', [berlin, york])).toEqual({ at: at('2026-03-03T05:00:00Z'), stay: york })
  })

  test('is not that of a zone in which it was over by the arrival', () => {
    const stays = [
      stay('2026-01-01T00:00:00Z', 'Europe/Berlin'),
      stay('2026-03-03T20:00:00Z', 'Pacific/Niue'),
    ]
    expect(closingOf('2026-03-02', stays).at).toEqual(at('2026-03-02T23:00:00Z'))
  })
})
