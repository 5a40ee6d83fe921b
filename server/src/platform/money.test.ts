import { describe, expect, test } from 'vitest'
import { amountFormat, currencies, exponentOf, majorOf, minorOf } from './money.ts'

describe('a currency', () => {
  test.each([
    ['EUR', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['PKR', 2],
    ['MGA', 2],
    ['MRU', 2],
    ['IQD', 3],
    ['TND', 3],
    ['JPY', 0],
    ['CLP', 0],
    ['CLF', 4],
  ])('%s has the %i decimals of ISO 4217', (currency, decimals) => {
    expect(exponentOf(currency)).toBe(decimals)
    expect(currencies).toContain(currency)
  })

  test('that is no more still shows the amounts that were recorded in it', () => {
    expect(currencies).not.toContain('HRK')
    expect(majorOf(1250, 'HRK')).toBe(12.5)
  })

  test('takes as many decimals as it has', () => {
    expect(minorOf(12.5, 'HUF', 'body.price')).toBe(1250)
    expect(minorOf(12.345, 'IQD', 'body.price')).toBe(12_345)
    expect(() => minorOf(12.5, 'JPY', 'body.price')).toThrow('more decimals')
    expect(() => minorOf(12.345, 'HUF', 'body.price')).toThrow('more decimals')
  })

  test.each([
    ['EUR', 12.5, '12,50'],
    ['HUF', 12.5, '12,50'],
    ['IQD', 12.345, '12,345'],
    ['JPY', 1250, '1.250'],
  ])('%s is written with as many decimals as it has', (currency, amount, written) => {
    expect(amountFormat('de', currency, 'code').format(amount).replace(/\s/, ' ')).toBe(
      `${written} ${currency}`,
    )
  })
})
