import { expect, test } from 'vitest'
import { type BreathPhase, breathAt } from './breath.ts'

const box: BreathPhase[] = [
  { phase: 'IN', seconds: 4 },
  { phase: 'HOLD', seconds: 4 },
  { phase: 'OUT', seconds: 4 },
  { phase: 'HOLD', seconds: 4 },
]
const sigh: BreathPhase[] = [
  { phase: 'IN', seconds: 3 },
  { phase: 'IN', seconds: 1 },
  { phase: 'OUT', seconds: 8 },
]

test.each([
  [0, { phase: 'IN', beat: 0, level: 0, secondsLeft: 4 }],
  [2, { phase: 'IN', beat: 0, level: 0.5, secondsLeft: 2 }],
  [4, { phase: 'HOLD', beat: 1, level: 1, secondsLeft: 4 }],
  [9.5, { phase: 'OUT', beat: 2, secondsLeft: 3 }],
  [13, { phase: 'HOLD', beat: 3, level: 0 }],
  [16, { phase: 'IN', beat: 4, level: 0, secondsLeft: 4 }],
])('after %s seconds of a box it goes on where it is', (elapsed, at) => {
  const { level, ...rest } = breathAt(box, elapsed)
  expect({ level: Math.round(level * 100) / 100, ...rest }).toMatchObject(at)
})

test('two breaths in fill the lungs together, and one out empties them', () => {
  expect(breathAt(sigh, 3)).toMatchObject({ phase: 'IN', beat: 1, level: 0.75 })
  expect(breathAt(sigh, 4)).toMatchObject({ phase: 'OUT', level: 1 })
  expect(breathAt(sigh, 11.99).level).toBeLessThan(0.01)
})
