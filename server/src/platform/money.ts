import { invalidField, problem } from './operation/problem.ts'

/** Money is integer minor units inside, a number in major units beside it on the wire. */

export const pricePrecision = problem(
  400,
  'PRICE_PRECISION',
  'An amount has more decimals than its currency allows.',
)

const known = new Set(Intl.supportedValuesOf('currency'))
const exponents = new Map<string, number>()

/** How many decimals a currency of ISO 4217 has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: string): number {
  let exponent = exponents.get(currency)
  if (exponent === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    exponent = format.resolvedOptions().maximumFractionDigits ?? 2
    exponents.set(currency, exponent)
  }
  return exponent
}

/** @throws VALIDATION_FAILED when it is no currency of ISO 4217. */
export function checkCurrency(currency: string, path: string): void {
  if (!known.has(currency)) throw invalidField(path, 'currency', 'is not a currency code of ISO 4217')
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
