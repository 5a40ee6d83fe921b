import { exponentOf } from '../money.ts'
import { ProviderRefused } from '../provider-errors.ts'

/**
 * How Stripe counts an amount, where it is not as ISO 4217 has it: by how many decimals it is written, and
 * what it must be a multiple of then.
 */
const ownWays: Readonly<Record<string, { decimals: number; stepOf: number }>> = {
  // Without decimals since they were abolished, and still written with two.
  ISK: { decimals: 2, stepOf: 100 },
  UGX: { decimals: 2, stepOf: 100 },
  // Divided by five, which Stripe leaves out.
  MGA: { decimals: 0, stepOf: 1 },
  // The last of three decimals is always nought.
  BHD: { decimals: 3, stepOf: 10 },
  JOD: { decimals: 3, stepOf: 10 },
  KWD: { decimals: 3, stepOf: 10 },
  OMR: { decimals: 3, stepOf: 10 },
  TND: { decimals: 3, stepOf: 10 },
}

/** The currencies that Stripe counts differently. */
export const countedDifferently: readonly string[] = Object.keys(ownWays)

/** An amount of ours as Stripe writes it. @throws ProviderRefused of one that Stripe cannot write. */
export function stripeAmountOf(minor: number, currency: string): number {
  const ours = exponentOf(currency)
  const { decimals, stepOf } = ownWays[currency] ?? { decimals: ours, stepOf: 1 }
  const amount = decimals < ours ? minor / 10 ** (ours - decimals) : minor * 10 ** (decimals - ours)
  if (!Number.isSafeInteger(amount) || amount % stepOf !== 0)
    throw new ProviderRefused(`Stripe takes no such amount of ${currency}`, 'amount_not_payable')
  return amount
}

/** An amount of Stripe's as we write it. */
export function minorOfStripe(amount: number, currency: string): number {
  const ours = exponentOf(currency)
  const { decimals } = ownWays[currency] ?? { decimals: ours }
  return decimals < ours ? amount * 10 ** (ours - decimals) : amount / 10 ** (decimals - ours)
}
