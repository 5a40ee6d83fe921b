import { describe, expect, test } from 'vitest'
import { currencies, exponentOf } from '../money.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { countedDifferently, minorOfStripe, stripeAmountOf } from './stripe-amounts.ts'

describe('an amount', () => {
  test.each([
    ['EUR', 1250, 1250],
    ['JPY', 500, 500],
    ['ISK', 5, 500],
    ['UGX', 5, 500],
    ['MGA', 500, 5],
    ['BHD', 5120, 5120],
    ['JOD', 5120, 5120],
    ['KWD', 5120, 5120],
    ['OMR', 5120, 5120],
    ['TND', 5120, 5120],
  ])('of %s goes to Stripe in its own way, and comes back', (currency, minor, amount) => {
    expect(stripeAmountOf(minor, currency)).toBe(amount)
    expect(minorOfStripe(amount, currency)).toBe(minor)
  })

  test.each([
    ['MGA', 501],
    ['BHD', 5124],
    ['JOD', 1],
    ['KWD', 5121],
    ['OMR', 5129],
    ['TND', 5125],
  ])('of %s that Stripe cannot write is refused: %d', (currency, minor) => {
    expect(() => stripeAmountOf(minor, currency)).toThrow(ProviderRefused)
  })

  test('of every other currency is the same there', () => {
    for (const currency of currencies.filter((code) => !countedDifferently.includes(code)))
      expect([stripeAmountOf(1230, currency), exponentOf(currency)]).toEqual([1230, exponentOf(currency)])
  })
})
