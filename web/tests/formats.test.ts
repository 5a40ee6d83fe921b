import { expect, test } from 'vitest'
import { decimalsOf, money } from '../ui/formats.ts'

/** The digits of an amount, whatever the language puts around them. */
const digits = (amount: number, currency: string) => money(amount, currency).replace(/[^\d.]/g, '')

test('money is shown with the decimals of ISO 4217, as the server counts them', () => {
  expect(['EUR', 'HUF', 'IDR', 'IQD', 'JPY', 'CLF'].map(decimalsOf)).toEqual([2, 2, 2, 3, 0, 4])
  expect(digits(12.5, 'HUF')).toBe('12.50')
  expect(digits(12.345, 'IQD')).toBe('12.345')
  expect(digits(12, 'HUF')).toBe('12')
})
