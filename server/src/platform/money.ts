import * as iso4217 from 'dinero.js/currencies'
import { invalidField, problem } from './operation/problem.ts'

/** Money is integer minor units inside, a number in major units beside it on the wire. */

export const pricePrecision = problem(
  400,
  'PRICE_PRECISION',
  'An amount has more decimals than its currency allows.',
)

/**
 * Decimals by code, as ISO 4217 has them. The library describes the two currencies that are divided by five
 * with one digit; the standard gives them two.
 */
const exponents = new Map<string, number>(
  Object.values(iso4217).map(({ code, base, exponent }) => [code, base === 10 ? exponent : 2]),
)

/** The codes of ISO 4217 that prices can be in. */
export const currencies: readonly string[] = [...exponents.keys()].sort()

export const isCurrency = (code: string): boolean => exponents.has(code)

/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. Those that are no more, in which old amounts may be, had 2. */
export const exponentOf = (currency: string): number => exponents.get(currency) ?? 2

/** @throws VALIDATION_FAILED when it is no currency of ISO 4217. */
export function checkCurrency(currency: string, path: string): void {
  if (!isCurrency(currency)) throw invalidField(path, 'currency', 'is not a currency code of ISO 4217')
}

/**
 * An amount of zero or more in major units as integer minor units, by its decimal digits rather
 * than by arithmetic.
 * @throws PRICE_PRECISION naming `path` when it has more decimals than the currency.
 */
export function minorOf(amount: number, currency: string, path: string): number {
  const [whole = '', fraction = ''] = String(amount).split('.')
  const exponent = exponentOf(currency)
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || fraction.length > exponent)
    throw pricePrecision({
      fields: [{ path, rule: 'precision', message: `must have at most ${exponent} decimals in ${currency}` }],
    })
  return Number(whole + fraction.padEnd(exponent, '0'))
}

/** Minor units as the number in major units that the wire shows. */
export const majorOf = (minor: number, currency: string): number => minor / 10 ** exponentOf(currency)

/** An amount in major units before the code of its currency: 12 EUR, 12.50 EUR. */
export function beforeCode(amount: number, currency: string): string {
  const decimals = Number.isInteger(amount) ? 0 : exponentOf(currency)
  return `${amount.toFixed(decimals)} ${currency}`
}

/** How a language writes amounts in major units: with the decimals that we count, of which its own data leaves some out. */
export function amountFormat(
  language: string,
  currency: string,
  currencyDisplay: 'symbol' | 'code' = 'symbol',
): Intl.NumberFormat {
  const decimals = exponentOf(currency)
  return new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, currencyDisplay },
    ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  })
}
