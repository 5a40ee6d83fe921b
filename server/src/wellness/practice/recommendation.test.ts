import { expect, test } from 'vitest'
import { recommend } from './recommendation.ts'

const ids = ['a', 'b', 'c', 'd']
const candidates = ids.map((id) => ({ id, mood_lift: 0, is_wanted: false }))
const occasion = { userId: 'ada', date: '2026-03-31', earlier: new Map() }
const done = (lastDate: string, moodLift: number | null = null) => ({ lastDate, moodLift })

test('the order is the same all day, whatever order it is made from, and another one the next day', () => {
  const order = recommend(candidates, occasion)
  expect(recommend([...candidates].reverse(), occasion)).toEqual(order)
  const days = Array.from({ length: 20 }, (_, day) => {
    const date = `2026-04-${String(day + 1).padStart(2, '0')}`
    return recommend(candidates, { ...occasion, date })
      .map(({ id }) => id)
      .join('')
  })
  expect(new Set(days).size).toBeGreaterThan(5)
})

test('what lifted the mood of somebody comes first, before what lifts that of others; what lowered it comes last', () => {
  const lifting = candidates.map((each) => ({ ...each, mood_lift: each.id === 'b' ? 1.9 : 0 }))
  const earlier = new Map([
    ['a', done('2026-03-30', 1.8)],
    ['d', done('2026-03-30', -1)],
  ])
  const order = recommend(lifting, { ...occasion, earlier })
  expect(order[0]).toMatchObject({ id: 'a', reason: 'HELPED_YOU' })
  expect(order[1]).toMatchObject({ id: 'b', reason: 'HELPS_OTHERS' })
  expect(order[2]).toMatchObject({ id: 'c', reason: 'NEW_TO_YOU' })
  expect(order[3]).toMatchObject({ id: 'd' })
})

test('what belongs to a goal comes before what is new, and after what lifted the mood', () => {
  const wanted = candidates.map((each) => ({ ...each, is_wanted: each.id === 'c' || each.id === 'd' }))
  const earlier = new Map([
    ['a', done('2026-03-30', 1.8)],
    ['c', done('2026-02-01')],
  ])
  const order = recommend(wanted, { ...occasion, earlier })
  expect(order.map(({ id, reason }) => [id, reason])).toMatchObject([
    ['a', 'HELPED_YOU'],
    [expect.stringMatching(/[cd]/), 'FOR_YOUR_GOAL'],
    [expect.stringMatching(/[cd]/), 'FOR_YOUR_GOAL'],
    ['b', 'NEW_TO_YOU'],
  ])
})

test('what was done yesterday waits; what was not done for a month is as good as new', () => {
  const earlier = new Map([
    ['a', done('2026-03-30')],
    ['b', done('2026-03-10')],
    ['c', done('2026-02-01')],
  ])
  const reasons = new Map(
    recommend(candidates, { ...occasion, earlier }).map(({ id, reason }) => [id, reason]),
  )
  expect(reasons).toEqual(
    new Map([
      ['a', 'FOR_TODAY'],
      ['b', 'NOT_LATELY'],
      ['c', 'NOT_LATELY'],
      ['d', 'NEW_TO_YOU'],
    ]),
  )
})
