import { exponentOf, majorOf } from '../money.ts'

/** What PayPal takes payments in, with the decimals that it takes: not always those of ISO 4217. */
const decimals: Readonly<Record<string, 0 | 2 | undefined>> = {
  ...{ AUD: 2, BRL: 2, CAD: 2, CHF: 2, CNY: 2, CZK: 2, DKK: 2, EUR: 2, GBP: 2, HKD: 2, HUF: 0, ILS: 2 },
  ...{ JPY: 0, MXN: 2, MYR: 2, NOK: 2, NZD: 2, PHP: 2, PLN: 2, SEK: 2, SGD: 2, THB: 2, TWD: 0, USD: 2 },
}

export function takesAmount(amountMinor: number, currency: string): boolean {
  const taken = decimals[currency]
  return taken !== undefined && amountMinor % 10 ** (exponentOf(currency) - taken) === 0
}

/** An amount that PayPal takes, as it writes it. */
export const amountText = (amountMinor: number, currency: string): string =>
  majorOf(amountMinor, currency).toFixed(decimals[currency] ?? 2)
