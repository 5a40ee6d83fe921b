import { expect, test } from 'vitest'
import { replayPractice } from './simulation.ts'

const stays = [{ beganAt: new Date('2026-01-01T00:00:00Z'), timezone: 'Europe/Berlin', dayStartMinutes: 0 }]
const session = (at: string, date: string) => ({
  at: new Date(at),
  timezone: 'Europe/Berlin',
  date,
  seconds: 600,
})
// The second one is at half past midnight, so the second of March was missed.
const sessions = [
  session('2026-03-01T19:00:00Z', '2026-03-01'),
  session('2026-03-02T23:30:00Z', '2026-03-03'),
  session('2026-03-04T19:00:00Z', '2026-03-04'),
]
const life = { sessions, stays, now: new Date('2026-03-04T20:00:00Z') }

test('a night owl sees what a later start of the day would have done', () => {
  expect(replayPractice(life, { dayStartMinutes: 180 })).toEqual({
    was: { current: 2, best: 2, tokens: 0 },
    would: { current: 1, best: 2, tokens: 0 },
    differences: [
      { date: '2026-03-02', was: 'MISSED', would: 'SATISFIED' },
      { date: '2026-03-03', was: 'SATISFIED', would: 'MISSED' },
    ],
  })
})

test('another zone moves the dates; no other rule changes nothing', () => {
  expect(replayPractice(life, { timezone: 'America/New_York' }).differences).toHaveLength(2)
  expect(replayPractice(life, {}).differences).toEqual([])
  expect(replayPractice({ ...life, sessions: [] }, { timezone: 'Asia/Tokyo' })).toMatchObject({
    was: { current: 0 },
    differences: [],
  })
})

test('a day needs the minutes that were asked of it then, also where it is replayed', () => {
  const asked = { ...life, minima: [{ from: '2026-03-03', minutes: 11 }] }
  expect(replayPractice(asked, {}).was).toEqual({ current: 0, best: 1, tokens: 0 })
  expect(replayPractice(asked, { dayStartMinutes: 180 })).toMatchObject({
    would: { current: 0, best: 2 },
    differences: [{ date: '2026-03-02', was: 'MISSED', would: 'SATISFIED' }],
  })
})
