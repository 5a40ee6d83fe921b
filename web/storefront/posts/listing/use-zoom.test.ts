import { expect, test } from 'vitest'
import { moved } from './use-zoom.ts'

const box = { width: 400, height: 300 }
const whole = { scale: 1, x: 0, y: 0 }

test('what is between two fingers stays between them', () => {
  const view = moved(whole, box, { x: 50, y: 20 }, { x: 60, y: 10 }, 2)
  // 50 from the middle of the picture is 100 when it is twice as large.
  expect(view).toEqual({ scale: 2, x: -40, y: -30 })
  expect(moved(view, box, { x: 0, y: 0 }, { x: 5, y: -5 }, 1)).toEqual({ scale: 2, x: -35, y: -35 })
})

test('a picture is never smaller than it fits, nor moved out of its box', () => {
  const corner = { x: 200, y: 150 }
  expect(moved(whole, box, corner, { x: -900, y: 900 }, 3)).toEqual({ scale: 3, x: -400, y: 300 })
  expect(moved({ scale: 2, x: 200, y: 0 }, box, corner, corner, 0.1)).toEqual(whole)
})
