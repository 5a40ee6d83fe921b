import { describe, expect, test } from 'vitest'
import { amountOf } from './amounts.ts'

describe.each([['.'], [',']])('an amount, where the decimal sign is %s', (sign) => {
  test.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['12', 12],
    ['12,', 12],
    ['.5', 0.5],
    ['0', 0],
    ['1,250', 1250],
    ['1.250', 1250],
    ['1 250', 1250],
    ['1\u202f250,00', 1250],
    ['1’250.50', 1250.5],
    ['1,250.50', 1250.5],
    ['1.250,50', 1250.5],
    ['1.250.000', 1_250_000],
    ['1,250,000.5', 1_250_000.5],
  ])('%s is %d', (typed, amount) => {
    expect(amountOf(typed, 2, sign)).toBe(amount)
  })

  test.each([
    '',
    ' ',
    '.',
    'a lot',
    '12a',
    '-3',
    '1e3',
    '1,2,3',
    '12.50.00',
    '1.250,500',
    '1250.500',
    '12,5000',
  ])('%j is none', (typed) => {
    expect(amountOf(typed, 2, sign)).toBe(undefined)
  })
})

test('three digits are a fraction where the currency has as many and the language has that sign', () => {
  expect(amountOf('1.250', 3, '.')).toBe(1.25)
  expect(amountOf('1,250', 3, '.')).toBe(1250)
  expect(amountOf('1,250', 3, ',')).toBe(1.25)
  expect(amountOf('1,250.125', 3, '.')).toBe(1250.125)
})
